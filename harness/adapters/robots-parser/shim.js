// robots-parser behind repspec's adapter protocol.
"use strict";

const { serve } = require("../node/repspec-adapter"); // before the library: it keeps standard output
const robotsParser = require("robots-parser");

serve({
  name: "robots-parser",
  version: require("robots-parser/package.json").version,
  language: "JavaScript",
  homepage: "https://github.com/samclarke/robots-parser",
  prepare: (octets) => octets.toString("utf8"),
  decide: (text, token, uri) => robotsParser(new URL("/robots.txt", uri).href, text).isAllowed(uri, token),
});
