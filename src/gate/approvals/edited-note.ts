import type { RunResult } from '../../core/call/call.ts';
import { textContent } from '../../core/call/content.ts';
import { ToolError } from '../../core/errors.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';

type Data = Record<string, unknown>;

/** Runs a call whose arguments a person changed, and tells the agent so, whatever comes of it. */
export async function tellEdited(
  before: Data,
  after: Data,
  run: () => RunResult | Promise<RunResult>,
): Promise<RunResult> {
  const note = `A person changed the arguments before they allowed the call: ${changes(before, after)}`;
  try {
    const { data, content } = await run();
    return { data, content: [textContent(note), ...content] };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message, hint, cause, data, text, retryable } = error;
    throw new ToolError(code, message, {
      cause,
      retryable,
      data,
      text,
      hint: hint === undefined ? note : `${hint}\n${note}`,
    });
  }
}

const LONGEST = 300;

function changes(before: Data, after: Data): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return `${changed.map((name) => `${name} is now ${shown(after[name])}`).join('; ') || 'nothing'}.`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'left out';
  return cutAtWord(JSON.stringify(value), LONGEST);
}
