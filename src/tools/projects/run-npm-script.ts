import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';
import { MAX_TIMEOUT_MS, programText } from '../ci/program-run.ts';
import {
  projectPath,
  riskOfScript,
  runScriptCall,
  scriptEffect,
  scriptName,
  scriptOutput,
  scriptPreview,
} from './script-schema.ts';

export const runNpmScript = defineTool({
  name: 'run_npm_script',
  pack: 'projects',
  title: 'Run a script with arguments',
  description: 'Run a script of a package.json with npm, pnpm, yarn or bun, as the project uses.',
  input: z.strictObject({
    projectPath,
    scriptName,
    args: z.array(z.string()).default([]).describe('Passed on as they are'),
    timeoutMs: z.number().int().min(1000).max(MAX_TIMEOUT_MS).optional().describe('Default: 5 minutes'),
  }),
  output: scriptOutput,
  effects: ['write', 'exec', 'network'],
  risk: riskOfScript,
  isSandboxed: true,
  isCore: true,
  timeoutMs: 300_000,
  touches: ({ projectPath: path }) => [{ kind: 'path', access: 'list', path }],
  preview: (call, ctx) => scriptPreview(ctx, call),
  effect: (call, ctx) => scriptEffect(ctx, call),
  run: runScriptCall,
  toText: programText,
});
