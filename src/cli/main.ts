import { checkUsage } from '../core/command-usage.ts';
import { ToolError, UsageError } from '../core/errors.ts';
import { type CommandLine, parseCommandLine } from '../core/flags.ts';
import { suggestion } from '../core/nearest.ts';
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
  agents: async () => (await import('./commands/agents.ts')).agents,
  approvals: async () => (await import('./commands/approvals.ts')).approvals,
  rules: async () => (await import('./commands/rules.ts')).rules,
  projects: async () => (await import('./commands/projects.ts')).projects,
  audit: async () => (await import('./commands/audit.ts')).audit,
  tokens: async () => (await import('./commands/tokens.ts')).tokens,
  config: async () => (await import('./commands/config.ts')).config,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

// The reader went away (`toolgate tools | head -1`): there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  const code = await main(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  process.stderr.write(`toolgate: ${inWords(error)}\n`);
  process.exit(isWrongUse(error) ? 2 : 1);
}

async function main(argv: readonly string[]): Promise<number | undefined> {
  const line = parseCommandLine(argv);
  const [name, ...words] = line.words;
  if (line.flags.version) return print(VERSION);
  if (line.flags.help) return help(name === 'help' ? words[0] : name);
  if (name !== undefined) checkUsage(name, words, line.given);
  if (name === 'help') return help(words[0]);
  if (name === undefined) {
    help(undefined);
    return 2;
  }
  return (await commandNamed(name)())({ ...line, words });
}

function help(topic: string | undefined): number {
  if (topic !== undefined && topic !== 'help') commandNamed(topic);
  return print((Object.hasOwn(HELP, topic ?? '') ? HELP[topic ?? ''] : HELP['']) ?? '');
}

function commandNamed(name: string): () => Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return load;
  throw new UsageError(
    `There is no command "${name}"${suggestion(name, Object.keys(COMMANDS))} toolgate --help lists them.`,
  );
}

function isWrongUse(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof ToolError && error.code === 'UNKNOWN_TOOL');
}

/** A stack is for defects of ours; what a person can do something about is told in words. */
function inWords(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof ToolError)
    return `${error.message}.${error.hint === undefined ? '' : ` ${error.hint}`}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.message}: ${inWords(error.cause)}`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
