import { defineTool } from '../../core/tool/tool.ts';
import { runStep, stepEffect, stepPreview, stepRisk } from './run-step.ts';
import { olderText, stepInput, stepOutput, stepText } from './step-schema.ts';

export const ciBuild = defineTool({
  name: 'ci_build',
  pack: 'ci',
  title: 'Build a project',
  description: 'Build the nearest project with its build tool (npm, cargo, dotnet, make, ...).',
  input: stepInput,
  output: stepOutput,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => stepRisk('MEDIUM', 'build', args, judge),
  alwaysChanges: true,
  isSandboxed: true,
  isCore: true,
  timeoutMs: 300_000,
  aliases: { BuildAsync: { text: olderText }, build: { text: olderText } },
  touches: ({ projectPath }) =>
    projectPath === undefined ? [] : [{ kind: 'path', access: 'list', path: projectPath }],
  preview: (args, ctx) => stepPreview(ctx, 'build', args),
  effect: (args, ctx) => stepEffect(ctx, 'build', args),
  run: (ctx, args) => runStep(ctx, 'build', args),
  toText: stepText,
});
