// robots-txt-parser behind repspec's adapter protocol.
"use strict";

const { serve } = require("../node/repspec-adapter"); // before the library: it keeps standard output
const robotsTxtParser = require("robots-txt-parser");

/** The library keeps what it parsed under a URL and looks at the latest; so a new one for each file needs but one URL. */
function parse(octets) {
  const robots = robotsTxtParser();
  robots.parseRobots("https://robots-txt-parser.example", octets.toString("utf8"));
  return robots;
}

function decide(robots, token, uri) {
  robots.setUserAgent(token);
  return robots.canCrawlSync(uri);
}

serve({
  name: "robots-txt-parser",
  version: require("robots-txt-parser/package.json").version,
  language: "JavaScript",
  homepage: "https://github.com/ChrisAkroyd/robots-txt-parser",
  prepare: parse,
  decide,
});
