// robots-txt-guard, with robots-txt-parse as its parser, behind repspec's adapter protocol.
"use strict";

const { Readable } = require("node:stream");

const { pathOf, serve } = require("../node/repspec-adapter"); // before the library: it keeps standard output
const guard = require("robots-txt-guard");
const parse = require("robots-txt-parse");

serve({
  name: "robots-txt-guard",
  version: require("robots-txt-guard/package.json").version,
  language: "JavaScript",
  homepage: "https://github.com/Woorank/robots-txt-guard",
  prepare: async (octets) => guard(await parse(Readable.from([octets]))),
  decide: (guarded, token, uri) => guarded.isAllowed(token, pathOf(uri)),
});
