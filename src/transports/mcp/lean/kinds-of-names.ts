/** Names, and what kind of thing has such a name: a model of language takes `server.js` for a server. */
const KINDS: readonly (readonly [name: RegExp, kind: string])[] = [
  [/\bhttps?:\/\/\S+/gi, 'the web page $&'],
  [/(?<![\w/.:])(?:[\w.@-]+\/)*[\w@-]+\.(?!\d)[a-z][a-z0-9]{0,5}\b(?!\/)/gi, 'the file'],
  [
    /\b(on|to|onto|from|of|at|in|into) (?:the )?([a-z]+-?\d+|staging|prod(?:uction)?|bastion)\b(?! (?:build|bundle|mode|code))/gi,
    '$1 the server $2',
  ],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g, 'the commit $&'],
  [/\b(?:claude(?: code)?|codex|gemini(?: cli)?|copilot|opencode)\b/gi, 'the agent'],
  [/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, 'the variable $&'],
  [/\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b(?!\.)/g, 'the symbol $&'],
];

// Nobody asks for a tool at such length, and finding names takes the square of it.
const LONGEST = 1000;

/** A request that says of each name what it is: `put it in a.md` puts it in the file. */
export const withKinds = (query: string): string =>
  query.length > LONGEST ? query : KINDS.reduce((text, [name, kind]) => text.replace(name, kind), query);
