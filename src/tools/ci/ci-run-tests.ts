import { defineTool } from '../../core/tool/tool.ts';
import { runStep, stepEffect, stepPreview, stepRisk } from './run-step.ts';
import { olderText, stepInput, stepOutput, stepText } from './step-schema.ts';

export const ciRunTests = defineTool({
  name: 'ci_run_tests',
  pack: 'ci',
  title: 'Run the tests of a project',
  description:
    'Run the tests of the nearest project. Lists failures with file and line; if it continues in the background, they come with its output.',
  input: stepInput,
  output: stepOutput,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => stepRisk('MEDIUM', 'test', args, judge),
  alwaysChanges: true,
  isSandboxed: true,
  isCore: true,
  timeoutMs: 300_000,
  aliases: { RunTestsAsync: { text: olderText }, run_tests: { text: olderText } },
  touches: ({ projectPath }) =>
    projectPath === undefined ? [] : [{ kind: 'path', access: 'list', path: projectPath }],
  preview: (args, ctx) => stepPreview(ctx, 'test', args),
  effect: (args, ctx) => stepEffect(ctx, 'test', args),
  run: (ctx, args) => runStep(ctx, 'test', args),
  toText: stepText,
});
