import { isAbsolute, join } from 'node:path';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { LATER } from '../../core/workflow/planned-call.ts';
import { kindOf, type Step } from '../../core/workflow/step.ts';
import { createRoom, type Room } from '../expression/room.ts';
import type { Scope } from '../expression/scope.ts';
import { fillCommand, fillStrings, fillValue } from '../expression/template.ts';

type Data = Record<string, unknown>;

/** The call of a tool that a step comes to. */
export interface StepCall {
  readonly tool: string;
  readonly args: Data;
  /** For children of the call, beside its arguments: variable -> value. */
  readonly env: Readonly<Record<string, string>>;
  /** Variable -> name of a stored secret; they reach children only, never arguments or the record. */
  readonly secrets: Readonly<Record<string, string>>;
}

interface Surrounding {
  readonly document: WorkflowDocument;
  readonly cwd: string | undefined;
  /** What the project of a directory is managed with. */
  readonly packageManager: (directory: string) => Promise<string>;
  /** Whether the tool can be told how long it may take. */
  readonly takesTimeout: (tool: string) => boolean;
  /** Where more is filled than this one step. */
  readonly room?: Room;
}

const STEP_MS = 300_000;
const LONGEST_MS = 3_600_000;

/** Undefined for what is no call: a question, a wait, another workflow. */
export async function stepCall(step: Step, scope: Scope, at: Surrounding): Promise<StepCall | undefined> {
  const room = at.room ?? createRoom();
  const fill = (value: unknown): unknown => fillValue(value, scope, room);
  const cwd = placeOf(step.cwd === undefined ? undefined : String(fill(step.cwd)), at.cwd);
  const env = fillStrings({ ...at.document.env, ...step.env }, scope, room);
  const secrets = { ...at.document.secrets, ...step.secrets };
  const timeoutMs = Math.min(step.timeoutMs ?? STEP_MS, LONGEST_MS);
  const inPlace = cwd === undefined ? {} : { cwd };
  switch (kindOf(step)) {
    case 'command': {
      const command = fillCommand(await withManager(step.command ?? '', cwd, at), scope, room);
      const variables = Object.keys(env).length > 0 ? { env } : {};
      return {
        tool: 'shell_execute',
        args: { command, ...inPlace, ...variables, timeoutMs },
        env: {},
        secrets,
      };
    }
    case 'script': {
      const args = fill(Array.isArray(step.args) ? step.args : []);
      const scriptName = String(fill(step.script));
      const call = { projectPath: cwd ?? '.', scriptName, args, timeoutMs, runInBackground: false };
      return { tool: 'run_npm_script', args: call, env, secrets };
    }
    case 'tool': {
      const given = fill(step.args ?? {}) as Data;
      const limit = at.takesTimeout(step.tool ?? '') && given.timeoutMs === undefined ? { timeoutMs } : {};
      return { tool: step.tool ?? '', args: { ...given, ...limit }, env: {}, secrets: {} };
    }
    case 'webhook': {
      const payload = step.payload === undefined ? {} : { payload: fill(step.payload) };
      return { tool: 'trigger_webhook', args: { webhookId: step.webhook, ...payload }, env: {}, secrets: {} };
    }
    case 'remote': {
      const { host, command = '' } = step.remote ?? {};
      const where = step.cwd === undefined ? {} : { cwd: String(fill(step.cwd)) };
      const variables = Object.keys(env).length > 0 ? { env } : {};
      const named = host === undefined ? {} : { host: String(fill(host)) };
      const timeout = Math.ceil(timeoutMs / 1000);
      const args = { ...named, command: fillCommand(command, scope, room), ...where, ...variables, timeout };
      return { tool: 'acp_remote_execute_command', args, env: {}, secrets: {} };
    }
    default:
      return undefined;
  }
}

function placeOf(cwd: string | undefined, base: string | undefined): string | undefined {
  if (cwd === undefined) return base;
  return cwd === LATER || isAbsolute(cwd) || base === undefined ? cwd : join(base, cwd);
}

/** `{pm}` stands for the package manager of the project, in every command wherever it runs. */
async function withManager(command: string, cwd: string | undefined, at: Surrounding): Promise<string> {
  if (!command.includes('{pm}')) return command;
  const directory = cwd === LATER ? at.cwd : cwd;
  return command.replaceAll('{pm}', await at.packageManager(directory ?? '.'));
}
