import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';

type Data = Record<string, unknown>;

/** The schema of a workflow's inputs as a validator; throws where it is none. */
export function inputsSchema(schema: Readonly<Data> | undefined): z.ZodType<Data> {
  const whole = { type: 'object', additionalProperties: false, ...schema };
  if (whole.type !== 'object') throw new Error(`its type is "${String(whole.type)}", not "object"`);
  // Sound: a schema of type object accepts objects only.
  return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodType<Data>;
}

/** Inputs with their defaults; the error names each field that is wrong. */
export function checkedInputs(schema: Readonly<Data> | undefined, inputs: Readonly<Data>): Data {
  const parsed = inputsSchema(schema).safeParse(inputs);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `inputs.${path.join('.')}: ${message}`,
  );
  const known = Object.keys((schema?.properties as object | undefined) ?? {});
  throw new ToolError('VALIDATION', `The inputs do not fit: ${lines.join('; ')}`, {
    hint: known.length > 0 ? `The workflow takes: ${known.join(', ')}.` : 'The workflow takes no inputs.',
  });
}
