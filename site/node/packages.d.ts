// site/node/packages · packages that are what Node has under the same name.
declare module "events/" {
  export { EventEmitter as default } from "node:events";
}
declare module "buffer/" {
  export { Buffer } from "node:buffer";
}
declare module "@pkgjs/parseargs" {
  export { parseArgs } from "node:util";
}
