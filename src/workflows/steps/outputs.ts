import { ToolError } from '../../core/errors.ts';
import { parseShallow } from '../../core/text/json-depth.ts';
import { within } from '../../core/timing/within.ts';
import type { Step } from '../../core/workflow/step.ts';
import { valueAt } from '../expression/scope.ts';
import { onlyToolError } from './step-failure.ts';

type Data = Readonly<Record<string, unknown>>;

const MOST_BYTES = 65_536;
/** Of each source: a field or a match may stand anywhere in it. */
export const SEEN_BYTES = 4_194_304;
const PATTERNS_MS = 200;
const MOST_OUTPUTS = 100;

/** The values a step hands on; what is missing fails the step, since what follows would work with nothing. */
export async function outputsOf(
  wanted: NonNullable<Step['outputs']>,
  data: Data,
  readFile: (path: string) => Promise<string>,
): Promise<Record<string, unknown> | ToolError> {
  const outputs: Record<string, unknown> = {};
  const count = Object.keys(wanted).length;
  if (count > MOST_OUTPUTS)
    return new ToolError(
      'VALIDATION',
      `The step has ${count} outputs; at most ${MOST_OUTPUTS} are handed on`,
    );
  // For all patterns together: each is matched on the thread that everybody shares.
  let leftMs = PATTERNS_MS;
  try {
    for (const [name, { from, path, pattern }] of Object.entries(wanted)) {
      const source =
        from === 'result' ? data : from === 'file' ? await readFile(path ?? '') : printed(data, from, name);
      const inside = from === 'file' ? undefined : path;
      const value = inside === undefined ? trimmed(source) : fieldOf(source, inside, name);
      const startedAt = performance.now();
      outputs[name] = pattern === undefined ? value : matched(value, pattern, name, leftMs);
      if (pattern !== undefined) leftMs -= performance.now() - startedAt;
    }
  } catch (error) {
    return onlyToolError(error);
  }
  const size = Buffer.byteLength(JSON.stringify(outputs));
  if (size > MOST_BYTES)
    return new ToolError('TOO_LARGE', `The outputs have ${size} bytes; at most ${MOST_BYTES} are handed on`, {
      hint: 'Keep large results as artifacts.',
    });
  return outputs;
}

/** All that was printed: a value with a piece missing in the middle would be a wrong one. */
function printed(data: Data, from: 'stdout' | 'stderr', name: string): string {
  const text = data[from];
  if (typeof text !== 'string')
    throw new ToolError('NOT_FOUND', `Output "${name}": the step prints nothing`, {
      hint: `Take it from its answer, with from: result.`,
    });
  if (data.truncated !== true) return text;
  throw new ToolError(
    'TOO_LARGE',
    `Output "${name}": the step printed more than ${SEEN_BYTES} bytes, which are looked at`,
    { hint: 'Print less, such as only the part that is needed, or keep large results as artifacts.' },
  );
}

const trimmed = (source: unknown): unknown => (typeof source === 'string' ? source.trim() : source);

function fieldOf(source: unknown, path: string, name: string): unknown {
  const value = valueAt({ it: typeof source === 'string' ? parsed(source, name) : source }, [
    'it',
    ...path.split('.'),
  ]);
  if (value !== undefined) return value;
  throw new ToolError('NOT_FOUND', `Output "${name}": there is no field "${path}"`);
}

function parsed(text: string, name: string): unknown {
  try {
    return parseShallow(text);
  } catch {
    throw new ToolError('VALIDATION', `Output "${name}": what was printed is not JSON, or nested too deeply`);
  }
}

/** A pattern can take for ever on the wrong text; all of a step get a moment. */
function matched(value: unknown, pattern: string, name: string, leftMs: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    const match = within(Math.max(1, Math.ceil(leftMs)), () => new RegExp(pattern, 'm').exec(text));
    if (match) return match[1] ?? match[0];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError('VALIDATION', `Output "${name}": the pattern does not work: ${why}`);
  }
  throw new ToolError('NOT_FOUND', `Output "${name}": nothing fits ${pattern}`);
}
