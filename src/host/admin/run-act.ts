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
    throw forPeople(error, host);
  }
}

/** A hint is written for agents; what it says of their tools is of no use to a person. */
function forPeople(error: unknown, { registry }: Pick<Host, 'registry'>): unknown {
  if (!(error instanceof ToolError) || error.hint === undefined) return error;
  const isTool = (word: string): boolean => word.includes('_') && registry.find(word) !== undefined;
  const kept = error.hint
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !(sentence.match(/\w+/g) ?? []).some(isTool));
  const { code, message, cause, data, text } = error;
  const hint = kept.length === 0 ? undefined : kept.join(' ');
  return new ToolError(code, message, { hint, cause, data, text });
}

const inWords = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `"${path.join('.')}": ${message}`))
    .join('; ');
