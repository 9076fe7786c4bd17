import { ToolError } from '../../core/errors.ts';
import { holdsMoreThan, MOST_VALUES, parseShallow } from '../../core/text/json-depth.ts';
import { inSharedTurns } from '../../core/timing/shared-turns.ts';
import { within } from '../../core/timing/within.ts';
import type { Step } from '../../core/workflow/step.ts';
import { valueAt } from '../expression/scope.ts';
import { onlyToolError } from './step-failure.ts';

type Data = Readonly<Record<string, unknown>>;
type Wanted = NonNullable<Step['outputs']>;

const MOST_BYTES = 65_536;
/** Of each source: a field or a match may stand anywhere in it. */
export const SEEN_BYTES = 4_194_304;
const MOST_FILE_CHARACTERS = 4 * SEEN_BYTES;
const PATTERNS_MS = 200;
/** For all outputs of a step, on the thread that everybody shares. */
const MOST_MS = 1000;
const MOST_OUTPUTS = 100;
/** To build a million takes everybody's time; a field may be sought in what no agent could hand over. */
const MOST_SEEN_VALUES = 5 * MOST_VALUES;

/** The values a step hands on; what is missing fails the step, since what follows would work with nothing. */
export async function outputsOf(
  wanted: Wanted,
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
  try {
    const files = await readFiles(wanted, readFile);
    await inSharedTurns(taken(wanted, { data, files }, outputs));
  } catch (error) {
    return onlyToolError(error);
  }
  return outputs;
}

/** Each once, however many outputs are taken from it. */
async function readFiles(
  wanted: Wanted,
  readFile: (path: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let left = MOST_FILE_CHARACTERS;
  for (const { from, path = '' } of Object.values(wanted)) {
    if (from !== 'file' || files.has(path)) continue;
    const text = await readFile(path);
    left -= text.length;
    if (left < 0)
      throw new ToolError(
        'TOO_LARGE',
        `The files of the outputs have more than ${MOST_FILE_CHARACTERS} characters together`,
        { hint: 'Keep large results as artifacts.' },
      );
    files.set(path, text);
  }
  return files;
}

/** Others get their turn after each output. */
function* taken(
  wanted: Wanted,
  { data, files }: { readonly data: Data; readonly files: ReadonlyMap<string, string> },
  outputs: Record<string, unknown>,
): Generator<void> {
  const parsed = remembered(parse);
  const written = remembered((value: unknown): string => JSON.stringify(value));
  let [usedMs, leftForPatterns, size] = [0, PATTERNS_MS, 0];
  for (const [name, { from, path, pattern }] of Object.entries(wanted)) {
    const before = cpuMs();
    const source =
      from === 'result' ? data : from === 'file' ? files.get(path ?? '') : printed(data, from, name);
    const inside = from === 'file' ? undefined : path;
    const value = inside === undefined ? trimmed(source) : fieldOf(source, inside, name, parsed);
    const startedAt = performance.now();
    outputs[name] =
      pattern === undefined
        ? value
        : matched(() => (typeof value === 'string' ? value : written(value)), pattern, name, leftForPatterns);
    if (pattern !== undefined) leftForPatterns -= performance.now() - startedAt;
    size += Buffer.byteLength(JSON.stringify({ [name]: outputs[name] }));
    if (size > MOST_BYTES) throw tooLarge(name, size);
    usedMs += cpuMs() - before;
    if (usedMs > MOST_MS) throw tooLong(name);
    yield;
  }
}

const tooLarge = (name: string, size: number): ToolError =>
  new ToolError(
    'TOO_LARGE',
    `With "${name}" the outputs have ${size} bytes; at most ${MOST_BYTES} are handed on`,
    { hint: 'Keep large results as artifacts.' },
  );

const tooLong = (name: string): ToolError =>
  new ToolError(
    'TOO_LARGE',
    `To take the outputs up to "${name}" took longer than ${MOST_MS} ms of computing`,
    { hint: 'Print less, or take fewer values from it.' },
  );

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The same for the same: what many outputs are taken from is read once. */
function remembered<K, V>(make: (from: K) => V): (from: K) => V {
  const known = new Map<K, V>();
  return (from) => {
    const old = known.get(from);
    if (old !== undefined) return old;
    const made = make(from);
    known.set(from, made);
    return made;
  };
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

function fieldOf(source: unknown, path: string, name: string, parsed: (text: string) => unknown): unknown {
  const it = typeof source === 'string' ? parsed(source) : source;
  if (it instanceof NotJson) throw new ToolError('VALIDATION', `Output "${name}": ${it.message}`);
  const value = valueAt({ it }, ['it', ...path.split('.')]);
  if (value !== undefined) return value;
  throw new ToolError('NOT_FOUND', `Output "${name}": there is no field "${path}"`);
}

class NotJson extends Error {}

function parse(text: string): unknown {
  if (holdsMoreThan(text, MOST_SEEN_VALUES))
    return new NotJson(`what was printed holds more than ${MOST_SEEN_VALUES} values`);
  try {
    return parseShallow(text);
  } catch {
    return new NotJson('what was printed is not JSON, or nested too deeply');
  }
}

/** A pattern can take for ever on the wrong text; all of a step get a moment. */
function matched(textOf: () => string, pattern: string, name: string, leftMs: number): string {
  try {
    const match = within(Math.max(1, Math.ceil(leftMs)), () => new RegExp(pattern, 'm').exec(textOf()));
    if (match) return match[1] ?? match[0];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError('VALIDATION', `Output "${name}": the pattern does not work: ${why}`);
  }
  throw new ToolError('NOT_FOUND', `Output "${name}": nothing fits ${pattern}`);
}
