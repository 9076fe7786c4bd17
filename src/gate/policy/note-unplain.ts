import { type Call, resolved } from '../../core/call/call.ts';
import { changesWhatFollows } from '../../core/shell/changes-what-follows.ts';
import { parsed } from '../../core/shell/parsed.ts';
import { isPlainLine } from '../../core/shell/plain-line.ts';

/**
 * Where nothing locks a line in, an answer to other commands covers it only if it is written in forms that leave no doubt
 * about what it runs; otherwise it is for this very line.
 */
export function noteUnplain(call: Call): void {
  const { command } = resolved(call).args;
  if (typeof command !== 'string') return;
  const script = isPlainLine(command) ? parsed(command) : undefined;
  if (script && !changesWhatFollows(script, call.facts.weighty ?? [])) return;
  bindToLine(call, command);
}

/**
 * A machine without Bash runs a line in the shell it has, to which `((`, `[[` and `$'` mean something else than what was
 * judged: there is no telling beforehand, so such an answer covers only what all shells read alike.
 */
export function noteOtherShells(call: Call): void {
  const { command } = resolved(call).args;
  if (typeof command === 'string' && !isPlainLine(command)) bindToLine(call, command);
}

function bindToLine({ facts }: Call, command: string): void {
  facts.weighty = [...(facts.weighty ?? []), [command]];
  facts.writes = [...(facts.writes ?? []), []];
}
