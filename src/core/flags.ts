import { parseArgs } from 'node:util';
import { MODES, type Mode } from './caller.ts';
import { UsageError } from './errors.ts';
import { LOG_LEVELS } from './log.ts';
import { nearest, suggestion } from './nearest.ts';
import { PACK_NAMES, type Pack, packsMeant } from './packs.ts';

const OPTIONS = {
  root: { type: 'string', multiple: true },
  mode: { type: 'string' },
  pack: { type: 'string', multiple: true },
  profile: { type: 'string' },
  'data-dir': { type: 'string' },
  config: { type: 'string' },
  'in-process': { type: 'boolean' },
  'log-level': { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  auth: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string', multiple: true },
  'expires-in': { type: 'string' },
  path: { type: 'string', multiple: true },
  command: { type: 'string', multiple: true },
  action: { type: 'string', multiple: true },
  feedback: { type: 'string' },
  args: { type: 'string' },
  watch: { type: 'boolean' },
  tool: { type: 'string' },
  agent: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  failed: { type: 'boolean' },
  limit: { type: 'string' },
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
}

export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv);
  return {
    words: positionals,
    flags: {
      roots: values.root ?? [],
      mode: oneOf('--mode', values.mode, MODES),
      packs: values.pack && packsOf(values.pack),
      profile: oneOf('--profile', values.profile, ['full', 'core'] as const),
      dataDir: values['data-dir'],
      config: values.config,
      inProcess: values['in-process'] ?? false,
      logLevel: oneOf('--log-level', values['log-level'], LOG_LEVELS),
      port: values.port === undefined ? undefined : portOf(values.port),
      host: values.host,
      auth: oneOf('--auth', values.auth, ['token', 'none'] as const),
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
    const wrong = argv
      .map((word) => /^--?([a-zA-Z][a-z-]*)/.exec(word)?.[1])
      .find((name) => name !== undefined && !isFlag(name));
    if (wrong === undefined)
      throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`);
    const guess = nearest(wrong, Object.keys(OPTIONS));
    const close = guess === undefined ? '.' : `, did you mean --${guess}?`;
    throw new UsageError(
      `There is no flag ${wrong.length === 1 ? '-' : '--'}${wrong}${close} toolgate --help lists them.`,
    );
  }
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
