import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { programText } from '../ci/program-run.ts';
import {
  projectPath,
  riskOfScript,
  runScriptCall,
  scriptEffect,
  scriptName,
  scriptOutput,
  shownScript,
} from './script-schema.ts';

const input = z.strictObject({ scriptName, projectPath });

const withoutArgs = (call: { scriptName: string; projectPath: string }) => ({ ...call, args: [] });

export const runScript = defineTool({
  name: 'run_script',
  pack: 'projects',
  title: 'Run a script',
  description: 'Run a package.json script with its package manager. To pass arguments use run_npm_script.',
  input,
  output: scriptOutput,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: (call, judge) => riskOfScript(withoutArgs(call), judge),
  alwaysChanges: true,
  isSandboxed: true,
  timeoutMs: 300_000,
  touches: ({ projectPath: path }) => [{ kind: 'path', access: 'list', path }],
  preview: (call, ctx) => shownScript(ctx, withoutArgs(call)),
  effect: (call, ctx) => scriptEffect(ctx, withoutArgs(call)),
  run: (ctx, call) => runScriptCall(ctx, withoutArgs(call), { taken: input.shape }),
  toText: programText,
});
