import { stem, wordsOf } from './words.ts';

/** Words people use for what the tools call otherwise: on the left theirs, on the right ours. */
const SAID: Readonly<Record<string, string>> = {
  show: 'read',
  'sync refresh': 'pull branch',
  'repo repository': 'git',
  'jest vitest pytest mocha junit spec': 'test',
  'cargo gradle maven webpack tsc': 'build',
  'markdown typescript python javascript json yaml css html': 'file glob',
  'temporarily shelf': 'stash changes',
  'conf config settings': 'file',
  'disk uptime systemctl docker': 'command run shell',
  'log logs': 'output',
  'schedule every': 'schedule workflow',
  'open cat view print': 'read',
  'folder dir': 'directory',
  'folder dirs ls': 'list directory',
  'save store': 'write',
  'fix change modify patch': 'edit replace',
  'grep rg': 'search text contents',
  'where locate': 'find',
  'throw trash rm erase': 'delete',
  'undelete undo recover back': 'restore',
  'rename mv': 'move',
  'duplicate clone cp': 'copy',
  'big size large': 'size details',
  permission: 'mode permissions',
  'new make mkdir': 'create',
  'changed uncommitted dirty': 'git status diff modified untracked',
  'wrote author blamed': 'blame author line',
  'history last recent': 'log history newest',
  checkin: 'commit',
  'upstream latest update': 'pull fetch',
  origin: 'push remote pull',
  'aside shelve': 'stash',
  checkout: 'switch branch',
  'compile make': 'build',
  'npm yarn pnpm': 'script package install dependencies',
  'install packages': 'dependencies install restore',
  'kill terminate end': 'stop',
  'server watcher daemon dev': 'background process start server',
  'bash sh terminal pipe': 'shell command',
  'execute launch kick': 'run',
  'google internet online': 'web search',
  'url link page website http': 'web fetch page',
  'stackoverflow github example snippet': 'search public code',
  'declared declaration implemented': 'definition defined',
  'calls callers usage used': 'references used',
  'type errors lint': 'type errors check diagnostics',
  'overview structure codebase map': 'outline map folder code',
  'function method class': 'symbols functions',
  module: 'file imports dependencies',
  'ssh server host box machine production vm': 'remote machine',
  'all every several many': 'many several',
  tunnel: 'forward port',
  'automate pipeline job nightly cron night': 'workflow schedule',
  'done finished progress': 'status execution',
  'docs wiki policy handbook': 'knowledge base documents',
  'refused denied blocked rejected why': 'explain record failed refused decide',
  'allow permitted': 'decide explain',
  'answer type prompt': 'input send type',
  'week today headlines happened': 'news',
};

/** Turns of phrase, where a word alone would mislead. */
const PHRASES: readonly (readonly [said: RegExp, ours: string])[] = [
  [/\bremote repo(sitory)?\b/gi, 'git branch'],
  [/\b(create|make|add|start) (a |an |another )?(new )?file\b/gi, 'write create file'],
  [/\b(list|find|show) (me )?(all |every )?(the )?(\w+ )?files\b/gi, 'find files by name glob $5'],
  [/\b(look|search)( it)? up\b(.*)\bonline\b/gi, 'search web $3'],
  [/\bwho (last )?(changed|touched|wrote|added|broke)\b/gi, 'blame author line'],
  [
    /\b(edit|change|write|fix|save)\b(.*) on (the|our|a) (\w+ )?(server|host|box|machine)\b/gi,
    'write remote file $2',
  ],
  [/\bon (the|our|a) (\w+ )?(server|host|box|machine)\b/gi, 'run command remote'],
  [/\b[\w-]+\.[a-z]{1,5}\b|\b[A-Z][a-z]*file\b|\breadme\b/gi, 'file'],
  [/\b(make|add|create) (a |another )?new (folder|directory)\b/gi, 'create directory'],
  [/\bcheck(ed)? in\b/gi, 'commit'],
  [/\bis there an?\b/gi, 'exists'],
  [/\b(go|change|jump) (back )?to (the )?(\w+ )?branch\b/gi, 'switch branch'],
  [/\b(send|publish|upload) (my |the )?(commits?|branch)\b/gi, 'push branch'],
  [/\b(two|several|both) branches\b/gi, 'worktree branch add'],
  [/\bcan i run\b/gi, 'list scripts'],
  [/\b(servers?|process(es)?|programs?) (are |is )?running\b/gi, 'list background process'],
  [/\b(copy|put|send|push|deploy)\b(.*) (on|to) (the|our) (server|host|box|machine)\b/gi, 'upload remote $2'],
  [
    /\b(get|fetch|copy|pull)\b(.*) from (the |our )?(server|host|box|machine|production)\b/gi,
    'download remote $2',
  ],
  [
    /\bon (all|every|each|both|several) (of )?(the |our )?(server|host|box|machine)(e?s)?\b/gi,
    'run command many hosts remote',
  ],
  [/\b(servers?|hosts?|boxes|machines?)\b(?=.*\bssh\b)/gi, 'remote list hosts'],
];

const byWord = new Map<string, string[]>();
for (const [theirs, ours] of Object.entries(SAID)) {
  for (const word of theirs.split(' ').map(stem)) {
    byWord.set(word, [...(byWord.get(word) ?? []), ...wordsOf(ours)]);
  }
}

/** The query with our words for its turns of phrase. */
export const inOurWords = (query: string): string =>
  PHRASES.reduce((text, [said, ours]) => text.replace(said, ours), query);

/** Our words for one of theirs. */
export const synonymsOf = (word: string): readonly string[] => byWord.get(word) ?? [];
