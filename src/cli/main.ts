import { ToolError, UsageError } from '../core/errors.ts';
import { setOwnCommand, withOwnCommand } from '../core/process/own-command.ts';
import { VERSION } from '../core/process/version.ts';
import { suggestion } from '../core/text/nearest.ts';
import { namedDataDir } from './chosen-data-dir.ts';
import { COMMANDS } from './commands/index.ts';
import { commandNameIn } from './help/facts.ts';
import { printHelp } from './help/text.ts';
import { launcher } from './launcher.ts';
import { parseCommand, parseLine } from './line/parse.ts';
import { print, warn } from './print.ts';

// The reader went away (`toolgate tools | head -1`): there is nobody left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

setOwnCommand({ program: launcher() }, Object.keys(COMMANDS));

try {
  const code = await main(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  warn(`toolgate: ${withOwnCommand(inWords(error))}`);
  process.exit(isWrongUse(error) ? 2 : isUnanswered(error) ? 3 : 1);
}

async function main(argv: readonly string[]): Promise<number | undefined> {
  const { name, wantsHelp, wantsVersion } = commandNameIn(argv);
  if (wantsVersion) return print(VERSION);
  if (name === undefined) {
    if (!wantsHelp) parseLine({}, { taker: 'toolgate', command: '', skip: 0 }, argv);
    printHelp(undefined);
    return wantsHelp ? 0 : 2;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load)
    throw new UsageError(
      `There is no command "${name}"${suggestion(name, Object.keys(COMMANDS))} toolgate --help lists them.`,
    );
  if (wantsHelp) return printHelp(name);
  const { act, line } = parseCommand(await load(), argv);
  const dataDir = namedDataDir(line.flags, process.env.TOOLGATE_DATA_DIR);
  setOwnCommand({ program: launcher(), dataDir }, Object.keys(COMMANDS));
  return act.run(line);
}

function isWrongUse(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof ToolError && error.code === 'UNKNOWN_TOOL');
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ToolError && error.code === 'APPROVAL_PENDING';
}

/** A stack is for defects of ours; what a person can do something about is told in words. */
function inWords(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof ToolError)
    return `${error.message.replace(/\.$/, '')}.${error.hint === undefined ? '' : ` ${error.hint}`}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.message}: ${inWords(error.cause)}`;
}
