import { parse, type Word } from 'unbash';
import type { HookClient } from '../../core/hook-clients.ts';

/** That a client may run another line than the one it told of. */
interface ChangedLine {
  /** Nobody could see what runs: why it is refused. */
  readonly refused?: string;
  /** Who changes it, where a person can still see how. */
  readonly by?: string;
}

/** Clients tidy up what a model wrote, behind the hook. */
export function changedLine(client: HookClient, line: string): ChangedLine {
  if (client === 'gemini' && WRAPPED.test(line) && !isPlainlyWrapped(line))
    return { refused: 'Gemini CLI takes off sh -c and runs the rest; send the command without it' };
  if (ODD_ENDS.test(line)) return { by: 'the client, which takes blanks off its ends,' };
  if (client === 'cline' && ENTITIES.test(line))
    return { by: 'Cline, which may put the character for &amp; and the like,' };
  return {};
}

/** A blank in JavaScript that is a letter to a shell. */
const ODD_ENDS = /^[^\S \t\n]|[^\S \t\n]$/;
const ENTITIES = /&(gt|lt|quot|amp|apos);|\uFFFD/;
/** As Gemini CLI looks for it: `head<docs/sh -c 5` is one, too. */
const WRAPPED =
  /^\s*((\S+\/)?(sh|bash|zsh)\s+-c|cmd\.exe\s+\/c|(powershell|pwsh)(\.exe)?\s+(-NoProfile\s+)?-Command)\s/i;

/** `bash -c 'ls src'` alone: between the quotes is what that shell would run. */
function isPlainlyWrapped(line: string): boolean {
  const { commands } = parse(line);
  const [command] = commands.length === 1 ? commands.map((one) => one.command) : [];
  if (command?.type !== 'Command' || command.prefix.length + command.redirects.length > 0) return false;
  const [option, text, ...more] = command.args;
  return (
    /^([\w./-]*\/)?(sh|bash|zsh)$/.test(command.name?.text ?? '') &&
    option?.text === '-c' &&
    text?.type === 'Word' &&
    isPlainText(text) &&
    more.length === 0
  );
}

const isPlainText = ({ text, parts }: Word): boolean =>
  /^'[^']*'$|^"[^"\\$`]*"$/.test(text) ? parts?.length === 1 : /^[\w./-]+$/.test(text);
