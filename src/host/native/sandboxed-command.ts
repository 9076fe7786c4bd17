import { join, resolve } from 'node:path';
import type { Caller } from '../../core/call/caller.ts';
import type { NativeAnswer, NativeCall } from '../../core/call/native-call.ts';
import type { Config } from '../../core/config.ts';
import { HOOK_CLIENTS } from '../../core/hook-clients.ts';
import { isAtLeast } from '../../core/risk.ts';
import { loginSoFar } from '../../engines/process/child/login-environment.ts';
import { findProgram } from '../../engines/process/child/missing-program.ts';
import { SYSTEM_PATH } from '../../engines/system/own-program.ts';
import { mayShowContents } from '../../tools/native/reading-commands.ts';
import type { Explainer } from '../explain.ts';
import { packageRoot } from '../package-root.ts';
import type { MappedCall } from './map-call.ts';

export interface SandboxParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly explain: Explainer;
}

/** The same command for our sandbox, where the settings say so, the client can replace it, and nobody need be asked. */
export async function insteadOf(
  { config, explain, dataDir }: SandboxParts,
  { tool, args }: MappedCall,
  { event, caller }: { readonly event: NativeCall; readonly caller: Caller },
): Promise<NativeAnswer | undefined> {
  const { sandboxNative } = config.hooks;
  if (sandboxNative === false || tool !== 'native_shell' || !canReplace(event)) return undefined;
  const { unknown } = args;
  const { move, command, cwd } = partsOf(String(args.command), args.cwd);
  if (unknown !== undefined || !canBeQuoted(command, args.shell) || isOfClient(command)) return undefined;
  // What goes elsewhere in its midst is to leave its agent there. What prints names and numbers alone stays as it is.
  if (
    sandboxNative === 'reads' &&
    (MOVES.test(command) ||
      (!mayShowContents(command) && (await explain({ tool, args }, caller)).decision === 'allow'))
  )
    return undefined;
  const question = { tool: 'shell_execute', args: { command, cwd } };
  const { decision, sandbox = 'none', risk } = await explain(question, { ...caller, packs: ['shell'] });
  if (decision !== 'allow' || sandbox === 'none') return undefined;
  if (sandboxNative === 'reads' && (sandbox !== 'closed' || isAtLeast(risk, 'MEDIUM'))) return undefined;
  return {
    decision: 'allow',
    reason: 'Toolgate: it runs in the sandbox',
    command: `${move}${sandboxedCommand(command, caller, dataDir)}`,
  };
}

/** Many begin with `cd` to where they work, which is left to their own shell: the rest is judged where it runs. */
function partsOf(line: string, cwd: unknown): { move: string; command: string; cwd: unknown } {
  const [, move = '', to = '', rest = line] = /^(cd ([\w./@+][\w./@+-]*) && )(.+)$/s.exec(line) ?? [];
  return move === '' || typeof cwd !== 'string'
    ? { move: '', command: line, cwd }
    : { move, command: rest, cwd: resolve(cwd, to) };
}

/** Some clients bring a ripgrep of their own, as a function of their shell. Where there is no other, it stays theirs. */
const isOfClient = (command: string): boolean =>
  /\brg\b/.test(command) && findProgram('rg', '/', loginSoFar().PATH ?? SYSTEM_PATH) === undefined;

const MOVES = /\b(cd|pushd|popd)\b/;

/**
 * In fish a backslash means something inside of quotes. In a terminal `!` may recall a line, and other keys than letters
 * complete names or edit what was typed.
 */
const canBeQuoted = (command: string, shell: unknown): boolean =>
  (shell !== 'any' && shell !== 'terminal') || /^[ -~]*$/.test(command.replace(/[\\!]/g, '\n'));

/** A client puts another command where it keeps its own; under any other name the old one would run. */
export const canReplace = ({ client, input }: NativeCall): boolean =>
  HOOK_CLIENTS[client].canRewrite && typeof input.command === 'string';

/** Its command is judged where it runs; here it is enough to say that it does. */
export const inNote = ({ args }: MappedCall): MappedCall => ({
  tool: 'native_note',
  args: { tool: args.tool, about: `in the sandbox of Toolgate: ${String(args.command)}` },
});

/** A command for a shell that has the host run these very bytes in its sandbox, and prints what they print. */
const sandboxedCommand = (command: string, { roots }: Pick<Caller, 'roots'>, dataDir: string): string =>
  [
    'NODE_OPTIONS=',
    quoted(process.execPath),
    quoted(join(packageRoot(), 'bin', 'toolgate.js')),
    'sandboxed',
    quoted(command),
    '--data-dir',
    quoted(dataDir),
    ...roots.map((root) => `--root ${quoted(root)}`),
  ].join(' ');

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
