import { defineTool } from '../../core/tool/tool.ts';
import { runStep, stepEffect, stepPreview, stepRisk } from './run-step.ts';
import { olderText, stepInput, stepOutput, stepText } from './step-schema.ts';

export const ciRestore = defineTool({
  name: 'ci_restore',
  pack: 'ci',
  title: 'Install dependencies',
  description: 'Install the dependencies of the nearest project from its lock file.',
  input: stepInput,
  output: stepOutput,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => stepRisk('HIGH', 'restore', args, judge),
  alwaysChanges: true,
  isSandboxed: true,
  isCore: true,
  timeoutMs: 300_000,
  aliases: { RestoreAsync: { text: olderText }, restore: { text: olderText } },
  touches: ({ projectPath }) =>
    projectPath === undefined ? [] : [{ kind: 'path', access: 'list', path: projectPath }],
  preview: (args, ctx) => stepPreview(ctx, 'restore', args),
  effect: (args, ctx) => stepEffect(ctx, 'restore', args),
  run: (ctx, args) => runStep(ctx, 'restore', args),
  toText: stepText,
});
