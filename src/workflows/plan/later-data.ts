import { setImmediate } from 'node:timers/promises';
import { mayBeSet } from '../../core/process/child-environment.ts';
import { isAtLeast } from '../../core/risk.ts';
import { feedsInput, usesAsData } from '../../core/shell/data-variables.ts';
import { isWithinReach, reachOf } from '../../core/workflow/planned-call.ts';
import { isLater } from '../expression/scope.ts';
import type { Foreseen } from '../services.ts';
import type { StepCall } from '../steps/step-call.ts';
import { laterIn, withoutMarks } from './shown-call.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a webhook sends is data, from any sender. */
const SENT = ['payload', 'variables'];

/** They can keep variables in the shell: programs get them as words of the command only. */
const KEEPS_IN_SHELL = ['shell_execute', 'acp_remote_execute_command'];

/** Where one of these changes what is judged, a value is more than data: an option, or another place. */
const TELLING = ['later', '-x', `${'../'.repeat(20)}x`, '/etc/x'];

/**
 * Whether what was shown is what will run, but for data handed on from steps before. The value of a variable is data only where the command puts it into words that mean no other risk or access, whatever it
 * is, and no program that may write reads it as its input: anything else is asked about when it is known.
 */
export async function isShownWhole(
  { tool, args, env, secrets }: StepCall,
  seen: Foreseen,
  foresee: (args: Record<string, unknown>) => Promise<Foreseen>,
): Promise<boolean> {
  if (isLater(env) || isLater(without(args, [...SENT, 'env']))) return false;
  if (!isLater(args.env)) return true;
  // Of what cannot be undone, every word counts: the address it sends to, the work it throws away.
  if (isAtLeast(seen.risk, 'HIGH')) return false;
  const names = laterIn(args.env);
  if (names.length === 0) return false;
  const known = [...Object.keys(envOf(args)), ...Object.keys(secrets)];
  // What another machine exports, nobody knows here.
  const isExported = (name: string): boolean =>
    !names.includes(name) && (tool !== 'shell_execute' || known.includes(name) || mayBeSet(name));
  if (!KEEPS_IN_SHELL.includes(tool) || !usesAsData(String(args.command), names, isExported)) return false;
  if (seen.needs?.length && feedsInput(String(args.command), (name) => names.includes(name))) return false;
  for (const value of TELLING) {
    // Each takes as long as the first look at it: others get their turn in between.
    await setImmediate();
    const given = Object.fromEntries(names.map((name) => [name, value]));
    // Sound: of an object.
    const plain = withoutMarks({ ...args, env: { ...envOf(args), ...given } }) as Record<string, unknown>;
    const now = await foresee(plain);
    if (now.error || now.risk !== seen.risk || !isWithinReach(reachOf(seen), reachOf(now))) return false;
    // The value is known here, and still nobody can tell what runs.
    if (now.unfound?.length) return false;
  }
  return true;
}

const envOf = ({ env }: Data): Data =>
  // Sound: of a call, so it has been read from JSON.
  typeof env === 'object' && env !== null ? (env as Data) : {};

const without = (args: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
