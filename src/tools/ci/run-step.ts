import type * as z from 'zod';
import type { Assessment, RiskJudge } from '../../core/assessment.ts';
import { showCommand } from '../../core/command-words.ts';
import { ToolError } from '../../core/errors.ts';
import type { Risk } from '../../core/risk.ts';
import type { ToolContext } from '../../core/tool.ts';
import type { FoundPlan } from '../../engines/projects/detect.ts';
import type { Step } from '../../engines/projects/ecosystem.ts';
import { nearestScripts, scriptChain } from '../projects/script-chain.ts';
import { combine, scriptRisk } from '../projects/script-risk.ts';
import { orFail, runProgram } from './program-run.ts';
import type { StepData, stepInput } from './step-schema.ts';

type StepArgs = z.output<typeof stepInput>;

const planOf = (
  ctx: ToolContext,
  step: Step,
  { projectPath, ecosystem, args }: StepArgs,
): Promise<FoundPlan> => ctx.projects.plan(step, { path: projectPath, ecosystem, args });

/** Runs a step of the nearest project; what fails keeps the words of the program that failed. */
export async function runStep(ctx: ToolContext, step: Step, args: StepArgs): Promise<StepData> {
  const plan = await planOf(ctx, step, args);
  const prepared = await ctx.projects.prepare(plan);
  const run = await runProgram(ctx, prepared).catch((error: unknown) => {
    prepared.finish();
    throw error;
  });
  const { tests, stdout = run.stdout } = prepared.finish();
  const data: StepData = {
    ...run,
    stdout,
    ecosystem: plan.ecosystem,
    tool: plan.commands[0][0],
    ...(tests && { tests: { ...tests, failures: tests.failures.map((failure) => ({ ...failure })) } }),
  };
  return tests && tests.failed > 0
    ? orFail(data, `${tests.failed} of ${tests.passed + tests.failed} tests failed`)
    : orFail(data);
}

/** What would run, command by command, with the scripts behind it. */
export async function stepPreview(ctx: ToolContext, step: Step, args: StepArgs): Promise<string> {
  const { commands, directory, ecosystem } = await planOf(ctx, step, args);
  const { readText } = await ctx.projects.files();
  const scripts =
    ecosystem === 'node' && step !== 'restore' ? nearestScripts(readText, directory) : undefined;
  return [
    `in ${directory}`,
    ...commands.map((argv) => `$ ${showCommand(argv)}`),
    ...(scripts ? scriptChain(readText, scripts, step) : []).map(
      ({ script, command }) => `  ${script}: ${command}`,
    ),
  ].join('\n');
}

/** What is shown, and the file that decides it: if either changes, the answer of a person no longer holds. */
export async function stepEffect(ctx: ToolContext, step: Step, args: StepArgs): Promise<string> {
  const { manifest } = await planOf(ctx, step, args);
  const { readText } = await ctx.projects.files();
  return `${await stepPreview(ctx, step, args)}\n${readText(manifest) ?? ''}`;
}

/** A build is as risky as the script behind it; options can make a build tool run something else. */
export function stepRisk(base: Risk, step: Step, args: StepArgs, judge: RiskJudge): Assessment {
  const own: Assessment = { risk: base, reasons: [`runs what the project says for ${step}`] };
  const options: Assessment[] = args.args.some((arg) => arg.startsWith('-'))
    ? [{ risk: 'HIGH', reasons: ['passes options on, which may change what runs'] }]
    : [];
  const isNode = args.ecosystem === undefined || args.ecosystem === 'node';
  if (step === 'restore' || !isNode) return combine([own, ...options]);
  const projectPath = args.projectPath?.replace(/\/package\.json$/, '') ?? '.';
  const script = { projectPath, scriptName: step, args: args.args };
  return combine([own, ...options, scriptRisk({ ...judge, readText: readOrNothing(judge) }, script)]);
}

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
