// Puts the cases of repspec to a parser in JavaScript, here the small one of robots.mjs.
//
//     repspec cases export --output bundle.json
//     REPSPEC_BUNDLE=bundle.json node --test docs/examples/node/robots.test.mjs
//
// Known failures are in known_failures.json, ids by reason; each has to fail still. With REPSPEC_UPDATE_KNOWN=1 the file
// is brought up to date: what passes goes, what is new comes in and waits for its reason.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { decide, parse } from './robots.mjs';

assert(process.env.REPSPEC_BUNDLE, 'REPSPEC_BUNDLE has to name the file that `repspec cases export` wrote');
const bundle = JSON.parse(readFileSync(process.env.REPSPEC_BUNDLE, 'ascii'));
// A case without a robots_txt is for what fetches by itself.
const cases = bundle.cases.filter((one) => one.robots_txt);
const file = new URL('known_failures.json', import.meta.url);
const reasons = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
const known = new Map(reasons.flatMap(([reason, ids]) => ids.map((id) => [id, reason])));
const updating = 'REPSPEC_UPDATE_KNOWN' in process.env;
const failed = {};

/** What the parser answers to each query of a case; an exception is "error". */
function answers({ robots_txt, queries }) {
  const octets = Buffer.from(robots_txt.base64, 'base64');
  return queries.map(({ token, uri }) => {
    try {
      return decide(parse(octets), token, uri);
    } catch {
      return 'error';
    }
  });
}

function check(answer, { id, expect, level, requirement, why }, caseWhy) {
  if (updating) {
    if (answer !== expect) (failed[known.get(id) ?? 'not looked into yet'] ??= []).push(id);
  } else if (known.has(id)) {
    assert.notEqual(answer, expect, `it passes now; strike it off the list (${known.get(id)})`);
  } else {
    assert.equal(answer, expect, `${level} ${requirement}: ${why ?? caseWhy}`);
  }
}

for (const { id, scoring, queries, why, robots_txt } of cases) {
  describe(id, () => {
    const seen = answers({ robots_txt, queries });
    if (scoring.kind === 'observed') {
      const followed = Object.entries(scoring.signatures).find(([, signature]) => signature.join() === seen.join());
      test(`${scoring.reading}: ${followed?.[0] ?? 'other'}`, () => {});
      return;
    }
    queries.forEach((query, index) => {
      if (scoring.kind === 'contested') {
        // Shown, whatever comes of it, and held against nobody.
        test(query.id, { todo: `contested: ${scoring.reading}` }, () => assert.equal(seen[index], query.expect));
      } else {
        test(known.has(query.id) ? `${query.id} (known)` : query.id, () => check(seen[index], query, why));
      }
    });
  });
}

test('the list of known failures fits the suite', () => {
  const asked = new Set(cases.flatMap((one) => one.queries.map((query) => query.id)));
  assert(updating || [...known.keys()].every((id) => asked.has(id)));
});

after(() => {
  if (updating) writeFileSync(file, JSON.stringify(failed, null, 2) + '\n');
});
