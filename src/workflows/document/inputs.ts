import { hash } from 'node:crypto';
import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { OutOfTime, within } from '../../core/timing/within.ts';

type Data = Record<string, unknown>;

/** The schema of a workflow's inputs, with what every one of them says. */
export const wholeSchema = (schema: Readonly<Data> | undefined): Data => ({
  type: 'object',
  additionalProperties: false,
  ...schema,
});

/** Throws where it is no schema of inputs. */
export function assertSchema(schema: Readonly<Data> | undefined): void {
  within(LIMIT_MS, () => validatorOf(schema));
}

function validatorOf(schema: Readonly<Data> | undefined): z.ZodType<Data> {
  const whole = wholeSchema(schema);
  if (whole.type !== 'object') throw new Error(`its type is "${String(whole.type)}", not "object"`);
  // Sound: a schema of type object accepts objects only.
  return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodType<Data>;
}

/** Inputs with their defaults; the error names each field that is wrong. */
export function checkedInputs(schema: Readonly<Data> | undefined, inputs: Readonly<Data>): Data {
  const parsed = timed(schema, () => validatorOf(schema).safeParse(inputs));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `inputs.${path.join('.')}: ${message}`,
  );
  const known = Object.keys((schema?.properties as object | undefined) ?? {});
  throw new ToolError('VALIDATION', `The inputs do not fit: ${lines.join('; ')}`, {
    hint: known.length > 0 ? `The workflow takes: ${known.join(', ')}.` : 'The workflow takes no inputs.',
  });
}

const LIMIT_MS = 100;
const REST_MS = 60_000;
const MOST_SLOW = 1000;
/** Schemas that ran out of time, and until when nobody tries them again. */
const slow = new Map<string, number>();

/**
 * A schema is a stranger's program: a pattern can backtrack, and references can branch, without end. It gets a moment
 * on the thread that everybody shares, and a rest when it wanted more.
 */
function timed<T>(schema: Readonly<Data> | undefined, work: () => T): T {
  const key = hash('sha256', canonicalJson(schema ?? null));
  if ((slow.get(key) ?? 0) > Date.now()) throw tooSlow();
  try {
    return within(LIMIT_MS, work);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    if (slow.size >= MOST_SLOW) slow.clear();
    slow.set(key, Date.now() + REST_MS);
    throw tooSlow();
  }
}

const tooSlow = (): ToolError =>
  new ToolError('TIMEOUT', `Checking the inputs takes longer than ${LIMIT_MS} ms`, {
    hint: 'A pattern in the schema of the inputs backtracks, or its references branch; write it so that it does not.',
  });
