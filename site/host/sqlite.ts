// site/host/sqlite · SQLite in WebAssembly, as a part that is loaded when it is first needed.
export { default as init } from "@sqlite.org/sqlite-wasm";
