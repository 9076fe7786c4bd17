import { UsageError } from './errors.ts';

/** The flags every command takes: what is open, where the data is, what is in force, and how it is answered. */
const SHARED: readonly string[] = [
  'root',
  'mode',
  'pack',
  'profile',
  'data-dir',
  'config',
  'in-process',
  'log-level',
  'json',
  'help',
  'version',
];

interface Usage {
  /** How many words it takes, after its name. */
  readonly words: number;
  /** Its own flags, with blanks between them. */
  readonly flags?: string;
  /** How it is written, where words are easily taken for flags. */
  readonly form?: string;
}

/** Where the first word is an act; the first of them is meant where none is said. */
interface Acts {
  readonly acts: Readonly<Record<string, Usage>>;
}

const ADDRESS = 'port host auth';

const USAGE: Readonly<Record<string, Usage | Acts>> = {
  stdio: { words: 0 },
  serve: { words: 0, flags: ADDRESS },
  host: { words: 0 },
  tools: { words: 0 },
  call: { words: 2, form: 'toolgate call TOOL [JSON]' },
  explain: { words: 2, flags: 'jsonl', form: 'toolgate explain TOOL [JSON]' },
  redact: { words: 0, flags: 'jsonl' },
  agents: {
    acts: {
      list: { words: 0 },
      pause: { words: 1 },
      stop: { words: 1 },
      resume: { words: 1 },
    },
  },
  approvals: {
    acts: {
      list: { words: 0, flags: 'watch' },
      show: { words: 1 },
      approve: { words: 1, flags: 'scope args feedback' },
      deny: { words: 1, flags: 'scope feedback' },
      link: { words: 1 },
    },
  },
  rules: {
    acts: {
      list: { words: 0 },
      add: { words: 2, flags: 'path command host action expires-in' },
      remove: { words: 1 },
      test: { words: 2, flags: 'jsonl', form: 'toolgate rules test TOOL JSON' },
    },
  },
  projects: {
    acts: {
      list: { words: 0 },
      add: { words: 1, flags: 'name' },
      remove: { words: 1 },
    },
  },
  audit: {
    acts: {
      query: { words: 0, flags: 'tool agent since until failed limit' },
      stats: { words: 0 },
      verify: { words: 0 },
      export: { words: 0 },
    },
  },
  tokens: {
    acts: {
      create: { words: 1, flags: 'name scope expires-in' },
      list: { words: 0 },
      revoke: { words: 1, flags: 'name' },
    },
  },
  // With the flags of serve, to see what it would make of them.
  config: {
    acts: {
      show: { words: 0, flags: ADDRESS },
      path: { words: 0 },
      check: { words: 0, flags: ADDRESS },
    },
  },
  doctor: { words: 0, flags: ADDRESS },
  help: { words: 1 },
};

/** Refuses an act there is not, a word too many and a flag of another command: whoever wrote it expects something of it. */
export function checkUsage(command: string, words: readonly string[], flags: readonly string[]): void {
  const known = Object.hasOwn(USAGE, command) ? USAGE[command] : undefined;
  if (known === undefined) return;
  const more = `toolgate help ${command} tells more.`;
  const { taker, usage, rest } =
    'acts' in known ? actOf(command, known, words) : { taker: command, usage: known, rest: words };
  const extra = rest[usage.words];
  if (extra !== undefined) throw new UsageError(`${taker} takes no word "${extra}"; ${more}`);
  const allowed = [...SHARED, ...(usage.flags?.split(' ') ?? [])];
  const wrong = flags.find((flag) => !allowed.includes(flag));
  if (wrong === undefined) return;
  const form = usage.form === undefined ? '' : ` write ${usage.form};`;
  throw new UsageError(`${taker} takes no flag --${wrong};${form} ${more}`);
}

function actOf(command: string, { acts }: Acts, [word, ...rest]: readonly string[]) {
  const names = Object.keys(acts);
  const name = word ?? names[0] ?? '';
  const usage = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (usage) return { taker: `${command} ${name}`, usage, rest };
  throw new UsageError(
    `There is no "${command} ${name}"; there are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
  );
}
