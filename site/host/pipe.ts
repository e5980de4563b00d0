// site/host/pipe · lines that the page sends. What Node's host does with node:readline holds here, too.
export { openPipe } from "../../shared/host/node/pipe.ts";
