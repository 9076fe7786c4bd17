import { join } from 'node:path';
import type * as z from 'zod';
import type { Preview } from '../../core/approval/preview.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { ToolError } from '../../core/errors.ts';
import { nearestScripts } from '../../core/process/package-scripts.ts';
import type { Access } from '../../core/process/sandbox.ts';
import type { Risk } from '../../core/risk.ts';
import type { ToolContext } from '../../core/tool/tool.ts';
import type { FoundPlan } from '../../engines/projects/detect.ts';
import type { Step } from '../../engines/projects/ecosystem.ts';
import { planPreview } from '../projects/plan-preview.ts';
import { scriptChain } from '../projects/script-chain.ts';
import { combine, scriptRisk } from '../projects/script-risk.ts';
import { orFail, runProgram, startProgram } from './program-run.ts';
import { ecosystemOf, type StepData, stepInput } from './step-schema.ts';
import { toReport } from './test-report.ts';

const { shape: taken } = stepInput;

type StepArgs = z.output<typeof stepInput>;

const planOf = (
  ctx: ToolContext,
  step: Step,
  { projectPath, ecosystem, args }: StepArgs,
): Promise<FoundPlan> =>
  ctx.projects.plan(step, { path: projectPath, ecosystem: ecosystemOf(ecosystem), args });

/** Runs a step of the nearest project; what fails keeps the words of the program that failed. */
export async function runStep(ctx: ToolContext, step: Step, args: StepArgs): Promise<StepData> {
  const plan = await planOf(ctx, step, args);
  const facts = { ecosystem: plan.ecosystem, tool: plan.commands[0][0] };
  const { finish, ...prepared } = await ctx.projects.prepare(plan);
  // A run that goes on by itself is asked for its report when it ends; the process keeps it.
  const program = { ...prepared, readReport: () => finish().tests };
  const begun = args.background ? startProgram(ctx, program) : runProgram(ctx, program, { ...args, taken });
  const { tests: known, ...run } = await begun.catch((error: unknown) => {
    finish();
    throw error;
  });
  if (run.status === 'running') return { ...run, ...facts };
  const { tests = known, stdout = run.stdout } = args.background ? {} : finish(roomBeside(run.stderr, ctx));
  const data: StepData = { ...run, stdout, ...facts, ...(tests && { tests: toReport(tests) }) };
  return tests && tests.failed > 0
    ? orFail(data, taken, `${tests.failed} of ${tests.passed + tests.failed} tests failed`)
    : orFail(data, taken);
}

/** What an answer has for one stream, where it holds this of the other. */
const roomBeside = (other: string, { processes: { answerBytes } }: ToolContext): number =>
  Math.max(Math.floor(answerBytes / 2), answerBytes - Buffer.byteLength(other));

/** What would run, command by command, with the scripts behind it. */
export async function stepPreview(ctx: ToolContext, step: Step, args: StepArgs): Promise<Preview> {
  const { commands, directory, ecosystem } = await planOf(ctx, step, args);
  const { readText } = await ctx.projects.files();
  const scripts = ecosystem === 'node' ? nearestScripts(readText, directory) : undefined;
  const steps = scripts ? SCRIPTS[step].flatMap((name) => scriptChain(readText, scripts, name)) : [];
  return planPreview(directory, commands, steps);
}

/** What is shown, and the file that decides it: if either changes, the answer of a person no longer holds. */
export async function stepEffect(ctx: ToolContext, step: Step, args: StepArgs): Promise<string> {
  const { manifest, commands, directory } = await planOf(ctx, step, args);
  const { readText } = await ctx.projects.files();
  // Nobody is asked about what cannot run.
  await Promise.all(commands.map((argv) => ctx.projects.runnable(argv, directory)));
  return `${(await stepPreview(ctx, step, args)).text}\n${readText(manifest) ?? ''}`;
}

/** A step is as risky as the scripts behind it; options can make a build tool run something else. */
export function stepRisk(base: Risk, step: Step, args: StepArgs, judge: RiskJudge): Assessment {
  // Private registries want credentials; a build or a test has what it needs by then.
  const needs: readonly Access[] =
    step === 'restore' ? ['write', 'network', 'secrets'] : ['write', 'network'];
  const own: Assessment = { risk: base, reasons: [`runs what the project says for ${step}`], needs };
  const projectPath = args.projectPath?.replace(/\/package\.json$/, '') ?? '.';
  const reader = { ...judge, readText: readOrNothing(judge) };
  const isNode = args.ecosystem === undefined || args.ecosystem === 'node';
  const scripts = isNode ? SCRIPTS[step] : [];
  const risks = scripts.map((scriptName) =>
    scriptRisk(reader, { projectPath, scriptName, args: step === 'restore' ? [] : args.args }),
  );
  // What is passed on to a script of this very directory is judged with the script.
  const place = isNode && step !== 'restore' ? nearestScripts(reader.readText, projectPath) : undefined;
  const isPassedToScript = place?.directory === join(projectPath) && place.scripts.has(step);
  const hasOptions = !isPassedToScript && args.args.some((arg) => /^-|=/.test(arg));
  const options: Assessment[] = hasOptions
    ? [{ risk: 'HIGH', reasons: ['passes options or settings on, which may change what runs'] }]
    : [];
  return combine([own, ...options, ...risks]);
}

/** What package managers run for a step. */
const SCRIPTS: Readonly<Record<Step, readonly string[]>> = {
  restore: ['install', 'prepare'],
  build: ['build'],
  test: ['test'],
};

/** Without a current directory there is nothing to read; the step itself then says what to do about it. */
const readOrNothing =
  ({ readText }: RiskJudge) =>
  (path: string): string | undefined => {
    try {
      return readText(path);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  };
