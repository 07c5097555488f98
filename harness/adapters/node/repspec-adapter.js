/*
 * The child's side of repspec's adapter protocol, for libraries written in JavaScript (Node 18 or newer).
 *
 * Load this module before the library: loading it keeps standard output for the protocol and hands the library
 * standard error in its place, so that whatever it prints does no harm; standard input becomes empty for it.
 * A library that is a module of its own kind (ESM) is loaded afterwards with `await import("somelibrary")`.
 *
 *     const { serve } = require("../node/repspec-adapter");
 *     const somelibrary = require("somelibrary");
 *
 *     serve({
 *       name: "somelibrary",
 *       version: require("somelibrary/package.json").version,
 *       language: "JavaScript",
 *       homepage: "https://somelibrary.example",
 *       prepare: (octets) => somelibrary.parse(octets.toString("utf8")),
 *       decide: (parsed, token, uri) => parsed.isAllowed(token, uri),
 *     });
 */
"use strict";

const { Readable } = require("node:stream");

const PROTOCOL = 1;
const LONGEST_MESSAGE = 1000;

const asks = process.stdin;
const answers = process.stdout;
Object.defineProperty(process, "stdin", { value: Readable.from([]) });
Object.defineProperty(process, "stdout", { value: process.stderr });

/** Thrown by an adapter whose library cannot be asked a question at all; says why. */
class Unsupported extends Error {}

/**
 * Says hello, then answers until standard input ends.
 *
 * decide(robotsTxt, token, uri) returns true (allow) or false (disallow), or a promise of it. Whatever it throws is
 * reported as the result "error"; Unsupported as "unsupported".
 * prepare(robotsTxt), if given, is called once per robots.txt, also if several asks in a row bring the same one, and
 * what it returns, or promises, is handed to decide instead of the Buffer with the octets: the place to parse.
 */
async function serve({ name, version, language, homepage, decide, prepare = (octets) => octets }) {
  const capabilities = ["decide"];
  say({ repspec: "hello", protocol: PROTOCOL, name, version, language, homepage, capabilities });
  const prepareOnce = once(prepare);
  for await (const line of lines(asks)) {
    const ask = JSON.parse(line);
    if (ask.repspec !== "ask") continue;
    say({ repspec: "answer", seq: ask.seq, results: await resultsOf(ask, prepareOnce, decide) });
  }
}

/** Prepares what comes in Base64, and keeps it while the same comes again. */
function once(prepare) {
  let latest = {};
  return async (encoded) => {
    if (latest.encoded !== encoded) {
      latest = { encoded, prepared: await prepare(Buffer.from(encoded, "base64")) };
    }
    return latest.prepared;
  };
}

async function resultsOf({ robots_txt, queries }, prepareOnce, decide) {
  let prepared;
  try {
    prepared = await prepareOnce(robots_txt);
  } catch (problem) {
    return queries.map(() => resultOfProblem(problem));
  }
  const results = [];
  for (const { token, uri } of queries) {
    results.push(await resultOf(decide, prepared, token, uri));
  }
  return results;
}

async function resultOf(decide, prepared, token, uri) {
  try {
    const allowed = await decide(prepared, token, uri);
    if (typeof allowed !== "boolean") {
      throw new TypeError(`decide returned ${allowed}, neither true nor false`);
    }
    return { verdict: allowed ? "allow" : "disallow" };
  } catch (problem) {
    return resultOfProblem(problem);
  }
}

function resultOfProblem(problem) {
  if (problem instanceof Unsupported) return { unsupported: printable(problem.message) };
  return { error: printable(String(problem)) };
}

/** Cut short, and without lone surrogates: JSON has no place for them. */
function printable(message) {
  return Buffer.from(message.slice(0, LONGEST_MESSAGE), "utf8").toString("utf8");
}

/** Path and query of an absolute URI exactly as they stand in it, for libraries that are asked about those. */
function pathOf(uri) {
  return uri.replace(/^[^:/?#]+:\/\/[^/?#]*/, "").replace(/#.*$/s, "");
}

/** The stream's lines; node:readline would end one at U+2028 as well, which JSON allows in a text. */
async function* lines(stream) {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const ended = (rest + chunk).split("\n");
    rest = ended.pop();
    yield* ended;
  }
}

function say(message) {
  answers.write(JSON.stringify(message) + "\n");
}

module.exports = { serve, Unsupported, pathOf };
