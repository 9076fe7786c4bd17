import type { NativeAnswer, NativeCall } from '../../core/call/native-call.ts';
import { HOOK_CLIENTS } from '../../core/hook-clients.ts';
import { quote } from '../../engines/ssh/shell/quote.ts';
import { inDirectory, LONE_PATCH, type MappedCall } from './map-call.ts';

/**
 * Where a client lets its agent choose a directory that it does not tell its hook, a command that may run does so only in
 * the one that it was judged for.
 */
export function pinned(
  answer: NativeAnswer,
  { client, tool: named, input }: Pick<NativeCall, 'client' | 'tool' | 'input'>,
  { mapped: { tool, args }, cwd }: { readonly mapped: MappedCall; readonly cwd: string },
): NativeAnswer {
  const mayRun = answer.decision === 'pass' || answer.decision === 'allow';
  if (HOOK_CLIENTS[client].shell !== 'hidden' || !mayRun) return answer;
  const { command } = input;
  const [, to, patch] = LONE_PATCH.exec(String(command)) ?? [];
  // In the form in which Codex still takes it for a patch.
  if (patch !== undefined) return { ...answer, command: `cd ${quote(inDirectory(to, cwd))} && ${patch}` };
  if (tool !== 'native_shell') return answer;
  if (typeof command !== 'string')
    return { decision: 'deny', reason: `${named} of ${client} is refused: nobody can tell where it runs` };
  return { ...answer, command: `${checkOf(String(args.cwd))}\n${answer.command ?? command}` };
}

/** The same in sh, Bash and zsh. */
function checkOf(cwd: string): string {
  const advice = `Toolgate judged this command for ${cwd}: leave workdir out, and write cd DIR && COMMAND`;
  return `[ . -ef ${quote(cwd)} ] || { echo ${quote(advice)} >&2; exit 97; }`;
}
