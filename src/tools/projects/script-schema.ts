import * as z from 'zod';
import type { Preview } from '../../core/approval/preview.ts';
import type { RiskJudge } from '../../core/call/assessment.ts';
import type { Taken } from '../../core/call/lacked-access.ts';
import { nearestScripts } from '../../core/process/package-scripts.ts';
import type { ToolContext } from '../../core/tool/tool.ts';
import { orFail, programRun, runProgram, startProgram } from '../ci/program-run.ts';
import { isServer, SERVER_READY } from './dev-server.ts';
import { planPreview } from './plan-preview.ts';
import { scriptChain } from './script-chain.ts';
import { scriptRisk } from './script-risk.ts';

export const projectPath = z.string().min(1).describe('Directory of the project');
export const scriptName = z.string().min(1).describe('Name of the script');

export const scriptOutput = programRun.extend({
  scriptName: z.string().describe('Name of the script'),
  packageManager: z.string().describe('What ran it'),
});

export interface ScriptCall {
  readonly projectPath: string;
  readonly scriptName: string;
  readonly args: readonly string[];
}

export const riskOfScript = (call: ScriptCall, judge: RiskJudge) => scriptRisk(judge, call);

/** The command, what each script behind it says, and what a run sets for it: of secrets only the names. */
export async function shownScript(ctx: ToolContext, call: ScriptCall): Promise<Preview> {
  const { text, parts } = await scriptPreview(ctx, call);
  const { shown = {}, secrets: given = {} } = ctx.caller.setByRun ?? {};
  const values = Object.entries(shown).map(([name, value]) => `with ${name}=${JSON.stringify(value)}`);
  const secrets = Object.keys(given);
  const set = [
    ...values,
    ...(secrets.length > 0 ? [`with the secrets ${secrets.join(', ')} of the run`] : []),
  ];
  if (set.length === 0) return { text, parts };
  const last = set.join('\n');
  return { text: `${text}\n${last}`, parts: [...parts, { kind: 'text', text: last }] };
}

async function scriptPreview(
  ctx: ToolContext,
  { projectPath: path, scriptName: name, args }: ScriptCall,
): Promise<Preview> {
  const { argv, directory } = await ctx.projects.script(path, name, args);
  const { readText } = await ctx.projects.files();
  const scripts = nearestScripts(readText, directory);
  return planPreview(directory, [argv], scripts ? scriptChain(readText, scripts, name) : []);
}

/** All scripts count: one that is named in a way only a shell can read is among them. */
export async function scriptEffect(ctx: ToolContext, call: ScriptCall): Promise<string> {
  const { argv, directory } = await ctx.projects.script(call.projectPath, call.scriptName, call.args);
  // Nobody is asked about what cannot run.
  await ctx.projects.runnable(argv, directory);
  const { readText } = await ctx.projects.files();
  const scripts = nearestScripts(readText, directory)?.scripts ?? new Map();
  const { shown } = ctx.caller.setByRun ?? {};
  const set = shown && Object.keys(shown).length > 0 ? `\n${JSON.stringify(shown)}` : '';
  return `${(await scriptPreview(ctx, call)).text}\n${JSON.stringify([...scripts])}${set}`;
}

interface ScriptWay {
  readonly taken: Taken;
  readonly timeoutMs?: number | undefined;
  /** Default: what looks like a server. */
  readonly runInBackground?: boolean | undefined;
  readonly successPattern?: string | undefined;
}

export async function runScriptCall(
  ctx: ToolContext,
  { projectPath: path, scriptName: name, args }: ScriptCall,
  { taken, timeoutMs, runInBackground, successPattern }: ScriptWay,
): Promise<z.output<typeof scriptOutput>> {
  const { argv, directory: cwd, packageManager, command } = await ctx.projects.script(path, name, args);
  const program = { argv: await ctx.projects.runnable(argv, cwd), cwd, name };
  const isBackground = runInBackground ?? (successPattern !== undefined || isServer(name, command));
  const run = isBackground
    ? await startProgram(ctx, {
        ...program,
        successPattern: successPattern ?? readyPattern(name, command),
        echoed: await commandsIn(ctx, cwd),
      })
    : await runProgram(ctx, program, { timeoutMs, taken });
  return orFail({ ...run, scriptName: name, packageManager }, taken);
}

/** Package managers print each script before they run it. */
async function commandsIn(ctx: ToolContext, directory: string): Promise<string[]> {
  const { readText } = await ctx.projects.files();
  return [...(nearestScripts(readText, directory)?.scripts.values() ?? [])];
}

const readyPattern = (name: string, command: string): string | undefined =>
  isServer(name, command) ? SERVER_READY : undefined;
