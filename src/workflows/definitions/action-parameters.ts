import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import type { ActionType } from '../../core/workflow/workflows.ts';

type Data = Readonly<Record<string, unknown>>;

const word = z.union([z.string(), z.number(), z.boolean()]);

/** Those of a workflow are its inputs, which are checked when it is planned. */
const SCHEMAS = {
  script: z.strictObject({ args: z.array(word).optional() }),
  webhook: z.strictObject({ payload: z.unknown().optional() }),
  workflow: z.record(z.string(), z.unknown()),
};

const TAKES = {
  script: 'A script action takes args, a list of texts: {"args": ["--fix"]}.',
  webhook: 'A webhook action takes payload, its body: {"payload": {"tag": "v1"}}.',
  workflow: 'A workflow action takes the inputs of its workflow by name.',
};

/** What one run of an action is given beside its configuration; what it does not know would be lost without a word. */
export function assertParameters(type: ActionType, parameters: Data): void {
  const parsed = SCHEMAS[type].safeParse(parameters);
  if (parsed.success) return;
  const wrong = parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  throw new ToolError('VALIDATION', `parameters: ${wrong}`, { hint: TAKES[type] });
}
