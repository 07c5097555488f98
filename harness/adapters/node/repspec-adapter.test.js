// Tests of the helper: small shims run as children, as the harness runs them.
"use strict";

const assert = require("node:assert");
const { spawn, spawnSync } = require("node:child_process");
const test = require("node:test");

const SHIM = `
const { pathOf, serve, Unsupported } = require(${JSON.stringify(require.resolve("./repspec-adapter"))});

console.log("a library that greets people");
process.stdout.write("and writes\\n");

async function prepare(octets) {
  console.log("preparing");
  if (octets.equals(Buffer.from("unparseable"))) throw new RangeError("not for me");
  return octets;
}

async function decide(prepared, token, uri) {
  console.log("deciding", uri);
  switch (token) {
    case "recursion": return (function deeper() { return deeper() || deeper(); })();
    case "surrogate": throw new Error("\\udcff".repeat(5000));
    case "text": throw "only a text";
    case "undefined": return undefined;
    case "unsupported": throw new Unsupported("cannot say");
    case "path": throw new Unsupported(pathOf(uri));
    case "exit": process.exit(3);
    case "later": setTimeout(() => { throw new Error("nobody catches this"); }); await new Promise(() => {});
    case "stdin": for await (const _ of process.stdin) return false; return true;
  }
  return prepared.equals(Buffer.from("User-agent: *\\r\\n\\xff", "latin1"));
}

serve({ name: "noisy", version: "1.2", language: "JavaScript", homepage: "https://noisy.example", prepare, decide });
`;

const ask = (seq, octets, ...tokens) => ({
  repspec: "ask",
  seq,
  robots_txt: Buffer.from(octets, "latin1").toString("base64"),
  queries: tokens.map((token) => ({ token, uri: "https://shop.example/" })),
});

/** Sends the messages to a fresh child; returns its exit status, what it said, and its standard error. */
function converse(...messages) {
  const input = messages.map((message) => JSON.stringify(message) + "\n").join("");
  const child = spawnSync(process.execPath, ["-e", SHIM], { input, encoding: "utf8", timeout: 60_000 });
  const said = child.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { status: child.status, said, stderr: child.stderr };
}

function results(octets, ...tokens) {
  const { status, said, stderr } = converse(ask(1, octets, ...tokens));
  assert.strictEqual(status, 0, stderr);
  return said[1].results;
}

test("says hello first", () => {
  const { status, said } = converse();
  assert.strictEqual(status, 0);
  const about = { name: "noisy", version: "1.2", language: "JavaScript", homepage: "https://noisy.example" };
  assert.deepStrictEqual(said, [{ repspec: "hello", protocol: 1, ...about, capabilities: ["decide"] }]);
});

test("answers each ask with its number and all results in order", () => {
  const { said } = converse(
    ask(7, "User-agent: *\r\n\xff", "a"),
    ask(9, "other", "b", "undefined", "c"),
  );
  assert.deepStrictEqual(said[1], { repspec: "answer", seq: 7, results: [{ verdict: "allow" }] });
  assert.strictEqual(said[2].seq, 9);
  assert.deepStrictEqual(said[2].results[0], { verdict: "disallow" });
  assert.match(said[2].results[1].error, /^TypeError: .*undefined/);
  assert.deepStrictEqual(said[2].results[2], { verdict: "disallow" });
});

test("keeps the library's prints out of the protocol", () => {
  const { said, stderr } = converse(ask(1, "", "a"));
  assert.strictEqual(said.length, 2);
  for (const print of ["greets people", "and writes", "deciding https://shop.example/"]) {
    assert.ok(stderr.includes(print), stderr);
  }
});

test("leaves the library an empty standard input, while asks may still come", async () => {
  const child = spawn(process.execPath, ["-e", SHIM], { stdio: ["pipe", "pipe", "ignore"] });
  const late = setTimeout(() => child.kill(), 20_000);
  child.stdin.write(JSON.stringify(ask(1, "", "stdin")) + "\n");
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("answer")) break;
  }
  clearTimeout(late);
  child.stdin.end();
  assert.ok(said.includes('"results":[{"verdict":"allow"}]'), said);
});

test("reports whatever is thrown as an error", () => {
  const [recursion, text] = results("", "recursion", "text");
  assert.match(recursion.error, /^RangeError: /);
  assert.deepStrictEqual(text, { error: "only a text" });
});

test("reports a failure to parse for every query", () => {
  const error = "RangeError: not for me";
  assert.deepStrictEqual(results("unparseable", "a", "b"), [{ error }, { error }]);
});

test("messages are short and free of lone surrogates", () => {
  const [{ error }] = results("", "surrogate");
  assert.ok(error.includes("\ufffd") && !error.includes("\udcff"));
  assert.ok(error.length < 2000);
});

test("says unsupported with the reason", () => {
  assert.deepStrictEqual(results("", "unsupported"), [{ unsupported: "cannot say" }]);
});

test("takes U+2028 in a text for no line end, and ignores messages it does not know", () => {
  const { said } = converse({ repspec: "farewell", text: "\u2028" }, ask(1, "", "a"));
  assert.strictEqual(said[1].seq, 1);
});

test("prepares once what comes again", () => {
  const { said, stderr } = converse(ask(1, "x", "a", "b"), ask(2, "x", "a"), ask(3, "y", "a"), ask(4, "x", "a"));
  assert.deepStrictEqual(said.slice(1).map(({ seq }) => seq), [1, 2, 3, 4]);
  assert.strictEqual(stderr.match(/preparing/g).length, 3);
});

test("a library that exits, or throws where nobody can catch it, ends the child", () => {
  const exited = converse(ask(1, "", "a", "exit"));
  assert.deepStrictEqual([exited.status, exited.said.length], [3, 1]);
  const thrown = converse(ask(1, "", "a", "later"));
  assert.deepStrictEqual([thrown.status, thrown.said.length], [1, 1]);
});

test("takes path and query out of a URI as they stand", () => {
  const paths = {
    "https://shop.example/a/../%7Eb?q=/%c3#part": "/a/../%7Eb?q=/%c3",
    "https://shop.example:8443//x?from=https://bank.example/y": "//x?from=https://bank.example/y",
    "https://shop.example?q=a/b": "?q=a/b",
    "https://shop.example": "",
  };
  const queries = Object.keys(paths).map((uri) => ({ token: "path", uri }));
  const { said } = converse({ ...ask(1, ""), queries });
  assert.deepStrictEqual(said[1].results.map(({ unsupported }) => unsupported), Object.values(paths));
});
