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
  const { weighty = [], writes = [] } = call.facts;
  if (typeof command !== 'string') return;
  const script = isPlainLine(command) ? parsed(command) : undefined;
  if (script && !changesWhatFollows(script, weighty)) return;
  call.facts.weighty = [...weighty, [command]];
  call.facts.writes = [...writes, []];
}
