// robots (robots.js) behind repspec's adapter protocol.
"use strict";

const { pathOf, serve } = require("../node/repspec-adapter"); // before the library: it keeps standard output
const { RobotsParser } = require("robots");

/** Decodes and splits as the library's own fetcher does. */
function parse(octets) {
  return new RobotsParser().parse(octets.toString("utf8").split(/\r\n|\r|\n/));
}

serve({
  name: "robots",
  version: require("robots/package.json").version,
  language: "JavaScript",
  homepage: "https://github.com/ekalinin/robots.js",
  prepare: parse,
  decide: (parsed, token, uri) => parsed.canFetchSync(token, pathOf(uri)),
});
