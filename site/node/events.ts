// site/node/events · stands in for node:events.
import EventEmitter from "events/";

export { EventEmitter };
export const { once } = EventEmitter;
export const setMaxListeners = () => {};
export default EventEmitter;
