import type * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import type { Host } from '../create-host.ts';
import type { Act, Actor } from './act.ts';
import { ACTS } from './index.ts';
import { recordAct } from './record-act.ts';

const byName = new Map(ACTS.map((act) => [act.name, act]));

export const findAct = (name: string): Act | undefined => byName.get(name);

/** Checks what was sent, does it, and answers only what the act declares: a field too many could be a secret. */
export async function runAct(act: Act, host: Host, input: unknown, actor: Actor): Promise<unknown> {
  const parsed = act.input.safeParse(input);
  if (!parsed.success) throw new ToolError('VALIDATION', `${act.name}: ${inWords(parsed.error)}`);
  const noteFailure = recordAct(act, host, parsed.data, actor);
  try {
    return act.output.parse(await act.run(host, parsed.data, actor));
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}

const inWords = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `"${path.join('.')}": ${message}`))
    .join('; ');
