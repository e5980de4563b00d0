// site/node/nothing · stands in for modules of which just-bash needs no part in a page. It is CommonJS, which any name can be imported from.
const absent = () => {
  throw new Error("A page cannot do this. Run it on your own computer.");
};
module.exports = {
  createRequire: () => () => ({}),
  constants: {},
  gzipSync: absent,
  gunzipSync: absent,
};
