import { mayBeSet } from '../../core/process/child-environment.ts';
import { usesAsData } from '../../core/shell/data-variables.ts';
import { isLater } from '../expression/scope.ts';
import type { Foreseen } from '../services.ts';
import type { StepCall } from '../steps/step-call.ts';
import { laterIn, withoutMarks } from './shown-call.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a webhook sends is data, whoever it comes from. */
const SENT = ['payload', 'variables'];

/** They can keep variables in the shell: programs get them as words of the command only. */
const KEEPS_IN_SHELL = ['shell_execute', 'acp_remote_execute_command'];

/**
 * Whether what was shown is what will run, but for data handed on from steps before. The value of a variable is that only
 * where the command puts it into words whose risk it does not change: anything else is asked about when it is known.
 */
export async function isShownWhole(
  { tool, args, env, secrets }: StepCall,
  seen: Foreseen,
  foresee: (args: Record<string, unknown>) => Promise<Foreseen>,
): Promise<boolean> {
  if (isLater(env) || isLater(without(args, [...SENT, 'env']))) return false;
  if (!isLater(args.env)) return true;
  const names = laterIn(args.env);
  const known = [...Object.keys(args.env ?? {}), ...Object.keys(secrets)];
  // What another machine exports, nobody knows here.
  const isExported = (name: string): boolean =>
    !names.includes(name) && (tool !== 'shell_execute' || known.includes(name) || mayBeSet(name));
  const isKept = KEEPS_IN_SHELL.includes(tool) && names.length > 0;
  if (!isKept || !usesAsData(String(args.command), names, isExported)) return false;
  // Sound: of an object.
  const plain = await foresee(withoutMarks(args) as Record<string, unknown>);
  return plain.error === undefined && plain.risk === seen.risk;
}

const without = (args: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
