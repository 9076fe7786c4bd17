import { UsageError } from '../core/errors.ts';

/** How many words a command takes; where its first word is an act, how many follow that. */
const MOST: Readonly<Record<string, number | Readonly<Record<string, number>>>> = {
  stdio: 0,
  serve: 0,
  host: 0,
  tools: 0,
  call: 2,
  explain: 2,
  redact: 0,
  agents: { list: 0, pause: 1, stop: 1, resume: 1 },
  approvals: { list: 0, show: 1, approve: 1, deny: 1, link: 1 },
  rules: { add: 2, list: 0, remove: 1, test: 2 },
  projects: { list: 0, add: 1, remove: 1 },
  audit: { query: 0, stats: 0, verify: 0, export: 0 },
  tokens: { create: 1, list: 0, revoke: 1 },
  config: { show: 0, path: 0, check: 0 },
  doctor: 0,
  help: 1,
};

/** Refuses a word too many: whoever wrote it expects something of it. An unknown act is for the command to name. */
export function checkWords(command: string, words: readonly string[]): void {
  const most = MOST[command];
  const [act = ''] = words;
  const allowed =
    typeof most === 'object' ? (Object.hasOwn(most, act) ? 1 + (most[act] ?? 0) : undefined) : most;
  const extra = allowed === undefined ? undefined : words[allowed];
  if (extra === undefined) return;
  const taker = typeof most === 'object' ? `${command} ${act}` : command;
  throw new UsageError(`${taker} takes no word "${extra}"; toolgate help ${command} tells more.`);
}
