// A small robots.txt parser to put the cases to. On purpose it knows neither percent-encoding nor /robots.txt.

/** The groups of a file: product tokens in lower case, and rules. */
export function parse(octets) {
  const groups = [];
  let inAgents = false;
  for (const line of new TextDecoder().decode(octets).split(/\r\n|\r|\n/)) {
    const [, key, value] = /^[ \t]*([^:#]*?)[ \t]*:[ \t]*([^#]*?)[ \t]*(?:#.*)?$/s.exec(line) ?? [];
    switch (key?.toLowerCase()) {
      case 'user-agent':
        if (!inAgents) groups.push({ tokens: [], rules: [] });
        groups.at(-1).tokens.push(value.toLowerCase());
        inAgents = true;
        break;
      case 'allow':
      case 'disallow':
        if (/^[/*]/.test(value)) groups.at(-1)?.rules.push({ verdict: key.toLowerCase(), path: value });
        inAgents = false;
        break;
    }
  }
  return groups;
}

/** "allow" or "disallow". */
export function decide(groups, token, uri) {
  const target = uri.replace(/^[^:]*:\/\/[^/?#]*/, '').replace(/#.*/s, '').replace(/^(?!\/)/, '/');
  const named = (name) => groups.filter((group) => group.tokens.includes(name));
  const own = named(token.toLowerCase());
  const matching = (own.length > 0 ? own : named('*'))
    .flatMap((group) => group.rules)
    .filter((rule) => matches(rule.path, target));
  const octets = Math.max(...matching.map((rule) => rule.path.length));
  const winning = matching.filter((rule) => rule.path.length === octets).map((rule) => rule.verdict);
  return winning.length === 0 || winning.includes('allow') ? 'allow' : 'disallow';
}

/** Each part between stars is looked for after the one before it: no backtracking, so no explosion. */
function matches(path, target) {
  const anchored = path.endsWith('$');
  const [first, ...parts] = (anchored ? path.slice(0, -1) : path).split('*');
  if (!target.startsWith(first)) return false;
  const last = anchored ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!anchored) return true;
  return last === undefined ? at === target.length : at + last.length <= target.length && target.endsWith(last);
}
