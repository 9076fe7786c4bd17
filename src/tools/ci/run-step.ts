import type * as z from 'zod';
import type { Assessment, RiskJudge } from '../../core/assessment.ts';
import { showCommand } from '../../core/command-words.ts';
import type { Risk } from '../../core/risk.ts';
import type { ToolContext } from '../../core/tool.ts';
import type { FoundPlan } from '../../engines/projects/detect.ts';
import type { Step } from '../../engines/projects/ecosystem.ts';
import { nearestScripts, scriptChain } from '../projects/script-chain.ts';
import { combine, scriptRisk } from '../projects/script-risk.ts';
import { orFail, runProgram } from './program-run.ts';
import type { StepData, stepInput } from './step-schema.ts';

type StepArgs = z.output<typeof stepInput>;

const planOf = (ctx: ToolContext, step: Step, { projectPath, ecosystem, args }: StepArgs): FoundPlan =>
  ctx.projects.plan(step, { path: projectPath, ecosystem, args });

/** Runs a step of the nearest project; what fails keeps the words of the program that failed. */
export async function runStep(ctx: ToolContext, step: Step, args: StepArgs): Promise<StepData> {
  const plan = planOf(ctx, step, args);
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
export function stepPreview(ctx: ToolContext, step: Step, args: StepArgs): string {
  const { commands, directory, ecosystem } = planOf(ctx, step, args);
  const scripts =
    ecosystem === 'node' && step !== 'restore' ? nearestScripts(ctx.projects.readText, directory) : undefined;
  return [
    `in ${directory}`,
    ...commands.map((argv) => `$ ${showCommand(argv)}`),
    ...(scripts ? scriptChain(ctx.projects.readText, scripts, step) : []).map(
      ({ script, command }) => `  ${script}: ${command}`,
    ),
  ].join('\n');
}

/** What is shown, and the file that decides it: if either changes, the answer of a person no longer holds. */
export function stepEffect(ctx: ToolContext, step: Step, args: StepArgs): string {
  const { manifest } = planOf(ctx, step, args);
  return `${stepPreview(ctx, step, args)}\n${ctx.projects.readText(manifest) ?? ''}`;
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
  return combine([own, ...options, scriptRisk(judge, { projectPath, scriptName: step, args: args.args })]);
}
