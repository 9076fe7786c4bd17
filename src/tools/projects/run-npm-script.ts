import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { programText, waitTime } from '../ci/program-run.ts';
import {
  projectPath,
  riskOfScript,
  runScriptCall,
  scriptEffect,
  scriptName,
  scriptOutput,
  shownScript,
} from './script-schema.ts';

const input = z.strictObject({
  projectPath,
  scriptName,
  args: z.array(z.string()).default([]).describe('Extra arguments, passed on unchanged'),
  timeoutMs: waitTime,
  runInBackground: z.boolean().optional().describe('Default: only for what looks like a server'),
  successPattern: z.string().max(500).optional().describe('Regex; a matching line means the server is ready'),
});

export const runNpmScript = defineTool({
  name: 'run_npm_script',
  pack: 'projects',
  title: 'Run a script with arguments',
  description: "Run a package.json script with the project's package manager (npm, pnpm, yarn or bun).",
  input,
  output: scriptOutput,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: riskOfScript,
  alwaysChanges: true,
  isSandboxed: true,
  isCore: true,
  timeoutMs: 300_000,
  touches: ({ projectPath: path }) => [{ kind: 'path', access: 'list', path }],
  preview: (call, ctx) => shownScript(ctx, call),
  effect: (call, ctx) => scriptEffect(ctx, call),
  run: (ctx, call) => runScriptCall(ctx, call, { ...call, taken: input.shape }),
  toText: programText,
});
