import { UsageError } from '../core/errors.ts';
import { type CommandLine, parseCommandLine } from '../core/flags.ts';
import { nearest } from '../core/nearest.ts';
import { VERSION } from '../core/version.ts';
import { HELP } from './help.ts';

/** Answers the exit code; undefined while the command goes on by itself. */
type Command = (line: CommandLine) => Promise<number | undefined>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  stdio: async () => (await import('./commands/stdio.ts')).stdio,
  serve: async () => (await import('./commands/serve.ts')).serve,
  host: async () => (await import('./commands/host.ts')).host,
  tools: async () => (await import('./commands/tools.ts')).tools,
  call: async () => (await import('./commands/call.ts')).call,
  explain: async () => (await import('./commands/explain.ts')).explain,
  redact: async () => (await import('./commands/redact.ts')).redact,
  approvals: async () => (await import('./commands/approvals.ts')).approvals,
  rules: async () => (await import('./commands/rules.ts')).rules,
  audit: async () => (await import('./commands/audit.ts')).audit,
  tokens: async () => (await import('./commands/tokens.ts')).tokens,
  config: async () => (await import('./commands/config.ts')).config,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

try {
  const code = await main(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    `toolgate: ${isUsage ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(isUsage ? 2 : 1);
}

async function main(argv: readonly string[]): Promise<number | undefined> {
  const line = parseCommandLine(argv);
  const [name, ...words] = line.words;
  if (line.flags.version) return print(VERSION);
  if (line.flags.help || name === 'help')
    return print(HELP[words[0] ?? ''] ?? HELP[name ?? ''] ?? HELP[''] ?? '');
  if (name === undefined) {
    print(HELP[''] ?? '');
    return 2;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return (await load())({ ...line, words });
  const guess = nearest(name, Object.keys(COMMANDS));
  throw new UsageError(
    `There is no command "${name}"${guess === undefined ? '' : `, did you mean "${guess}"?`} toolgate --help lists them.`,
  );
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
