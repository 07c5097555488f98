// Visits a page and what it links, with Crawlee's own respect for robots.txt.
//
// npm install @crawlee/cheerio
// repspec crawl -j 4 --name crawlee --token Crawlee -- node "$PWD/crawlee.mjs" {start} {proxy}

import net from "node:net";
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";

const [start, proxy] = process.argv.slice(2);

// Crawlee asks for robots.txt beside its proxy, so every connection goes to repspec's, which serves all names by plain
// HTTP. HTTPS is refused, and so nothing is told of it.
const { hostname, port } = new URL(proxy);
const REFUSED = 1;
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  Object.assign(options, { host: hostname, port: options.port === 443 ? REFUSED : Number(port) });
  return connect.apply(this, given);
};

log.setLevel(log.LEVELS.ERROR);
const crawler = new CheerioCrawler(
  {
    respectRobotsTxtFile: { userAgent: "Crawlee" },
    maxRequestRetries: 0,
    navigationTimeoutSecs: 3,
    maxCrawlDepth: 1,
    async requestHandler({ enqueueLinks }) {
      await enqueueLinks({ strategy: "all" });
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([start]);
