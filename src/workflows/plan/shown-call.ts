import { LATER } from '../../core/workflow/planned-call.ts';
import type { Foreseen } from '../services.ts';
import type { StepCall } from '../steps/step-call.ts';

/** What a person sees of the call of a step: all that decides what it does, and what of that is not known yet. */
export function shownCall({ args, env, secrets }: StepCall, { preview }: Foreseen): string {
  const later = [...laterIn(env), ...laterIn(args.env)].map((name) => `${name} from a step before`);
  const kept = Object.entries(secrets).map(([variable, name]) => `${variable} from the secret ${name}`);
  return [preview ?? JSON.stringify(withoutMarks(args), null, 2), ...later, ...kept].join('\n');
}

/** The variables whose values come from steps before. */
export const laterIn = (env: unknown): string[] =>
  typeof env === 'object' && env !== null
    ? Object.entries(env).flatMap(([name, value]) => (value === LATER ? [name] : []))
    : [];

/** A variable without a known value is judged as one: what it holds may be any command. */
export function withKnownEnv({ env, ...args }: StepCall['args']): StepCall['args'] {
  if (typeof env !== 'object' || env === null) return { ...args, ...(env !== undefined && { env }) };
  // Sound: an object.
  const known = knownOf(env as Record<string, unknown>);
  return Object.keys(known).length === 0 ? args : { ...args, env: known };
}

export const knownOf = <T>(env: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== LATER));

/** A text stands in for what is not known yet, so that the rest can be judged and shown. */
export function withoutMarks(value: unknown): unknown {
  if (value === LATER) return 'later';
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMarks(item)]));
}
