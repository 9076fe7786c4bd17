import { parseArgs } from 'node:util';
import { MODES, type Mode } from './caller.ts';
import { UsageError } from './errors.ts';
import { LOG_LEVELS } from './log.ts';
import { nearest, suggestion } from './nearest.ts';
import { PACK_NAMES, type Pack, packsMeant } from './packs.ts';

const PROFILES = ['full', 'core'] as const;
const AUTHS = ['token', 'none'] as const;
const TIME = 'a time like 2026-01-31 or 2026-01-31T12:00:00Z';

/** `takes`: the values that are right, in words. */
const OPTIONS = {
  root: { type: 'string', multiple: true, takes: 'a directory' },
  mode: { type: 'string', takes: MODES.join(', ') },
  pack: { type: 'string', multiple: true, takes: 'packs with commas between them, like filesystem,git' },
  profile: { type: 'string', takes: PROFILES.join(', ') },
  'data-dir': { type: 'string', takes: 'a directory' },
  config: { type: 'string', takes: 'a file' },
  'in-process': { type: 'boolean' },
  'log-level': { type: 'string', takes: LOG_LEVELS.join(', ') },
  port: { type: 'string', takes: 'a port between 0 and 65535' },
  host: { type: 'string', takes: 'an address to bind, or the host a rule is for' },
  auth: { type: 'string', takes: AUTHS.join(', ') },
  name: { type: 'string', takes: 'a name' },
  scope: {
    type: 'string',
    multiple: true,
    takes: 'a scope; toolgate help tokens and toolgate help approvals list them',
  },
  'expires-in': { type: 'string', takes: 'a time like 30m, 12h or 30d' },
  path: { type: 'string', multiple: true, takes: 'a glob' },
  command: { type: 'string', multiple: true, takes: 'the beginning of a command, like "git push"' },
  action: { type: 'string', multiple: true, takes: 'an action, like script:build' },
  feedback: { type: 'string', takes: 'a text' },
  args: { type: 'string', takes: 'a JSON object' },
  watch: { type: 'boolean' },
  tool: { type: 'string', takes: 'the name of a tool' },
  agent: { type: 'string', takes: 'the name of an agent' },
  since: { type: 'string', takes: TIME },
  until: { type: 'string', takes: TIME },
  failed: { type: 'boolean' },
  limit: { type: 'string', takes: 'a whole number above 0' },
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Flags of the command line; the shared ones mean the same in every command. */
export interface Flags {
  readonly roots: readonly string[];
  readonly mode: Mode | undefined;
  readonly packs: readonly Pack[] | undefined;
  readonly profile: 'full' | 'core' | undefined;
  readonly dataDir: string | undefined;
  readonly config: string | undefined;
  readonly inProcess: boolean;
  readonly logLevel: string | undefined;
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly auth: string | undefined;
  readonly name: string | undefined;
  readonly scopes: readonly string[];
  readonly expiresIn: string | undefined;
  readonly paths: readonly string[];
  readonly commands: readonly string[];
  readonly actions: readonly string[];
  readonly feedback: string | undefined;
  readonly args: string | undefined;
  readonly watch: boolean;
  readonly tool: string | undefined;
  readonly agent: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly failed: boolean;
  readonly limit: number | undefined;
  readonly json: boolean;
  readonly jsonl: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export interface CommandLine {
  readonly words: readonly string[];
  readonly flags: Flags;
  /** The flags that were written, by their names. */
  readonly given: readonly string[];
}

export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  return {
    words: positionals,
    given: Object.keys(values),
    flags: {
      roots: values.root ?? [],
      mode: oneOf('--mode', values.mode, MODES),
      packs: values.pack && packsOf(values.pack),
      profile: oneOf('--profile', values.profile, PROFILES),
      dataDir: values['data-dir'],
      config: values.config,
      inProcess: values['in-process'] ?? false,
      logLevel: oneOf('--log-level', values['log-level'], LOG_LEVELS),
      port: values.port === undefined ? undefined : portOf(values.port),
      host: values.host,
      auth: oneOf('--auth', values.auth, AUTHS),
      name: values.name,
      scopes: values.scope ?? [],
      expiresIn: values['expires-in'],
      paths: values.path ?? [],
      commands: values.command ?? [],
      actions: values.action ?? [],
      feedback: values.feedback,
      args: values.args,
      watch: values.watch ?? false,
      tool: values.tool,
      agent: values.agent,
      since: values.since,
      until: values.until,
      failed: values.failed ?? false,
      limit: values.limit === undefined ? undefined : numberOf('--limit', values.limit),
      json: values.json ?? false,
      jsonl: values.jsonl ?? false,
      help: values.help ?? false,
      version: values.version ?? false,
    },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    assertValues(argv);
    const wrong = argv
      .map((word) => /^--?([a-zA-Z][a-z-]*)/.exec(word)?.[1])
      .find((name) => name !== undefined && !isFlag(name));
    const short = argv
      .map((word) => /^-([a-zA-Z][a-z-]+)/.exec(word)?.[1])
      .find((name) => name && isFlag(name));
    if (wrong === undefined && short !== undefined)
      throw new UsageError(`-${short} is written with two dashes: --${short}.`);
    if (wrong === undefined)
      throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`);
    const guess = nearest(wrong, Object.keys(OPTIONS));
    const close = guess === undefined ? '.' : `, did you mean --${guess}?`;
    throw new UsageError(
      `There is no flag ${wrong.length === 1 ? '-' : '--'}${wrong}${close} toolgate --help lists them.`,
    );
  }
}

/** Says which flag has no value where it needs one, or one where it takes none. */
function assertValues(argv: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    const problem = token.kind === 'option' ? problemWithValue(token) : undefined;
    if (problem !== undefined) throw new UsageError(problem);
  }
}

function problemWithValue({
  name,
  value,
  inlineValue,
}: {
  name: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}): string | undefined {
  if (!Object.hasOwn(OPTIONS, name)) return undefined;
  // Sound: it was just found to be one of them.
  const option = OPTIONS[name as keyof typeof OPTIONS];
  if (option.type === 'boolean') return value === undefined ? undefined : `--${name} takes no value.`;
  const needed = `--${name} needs a value: ${option.takes}.`;
  if (value === undefined) return needed;
  const isLikeFlag = !inlineValue && /^-./.test(value);
  return isLikeFlag
    ? `${needed} "${value}" is taken for a flag; if it is meant, write --${name}=${value}.`
    : undefined;
}

const isFlag = (name: string): boolean => Object.hasOwn(OPTIONS, name) || name === 'h' || name === 'v';

const oneOf = <T extends string>(
  flag: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined => (value === undefined ? undefined : known(flag, value, allowed));

function known<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new UsageError(
    `${flag} is "${value}"${suggestion(value, allowed)} Allowed are ${allowed.join(', ')}.`,
  );
}

const packsOf = (lists: readonly string[]): Pack[] =>
  packsMeant(
    lists.flatMap((list) => list.split(',')).map((pack) => known('--pack', pack.trim(), PACK_NAMES)),
  );

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`${flag} is "${text}", which is no whole number above 0.`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && text.trim() !== '') return port;
  throw new UsageError(`--port is "${text}", which is no port between 0 and 65535.`);
}
