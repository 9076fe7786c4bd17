import * as z from 'zod';
import type { Assessment } from '../../core/call/assessment.ts';
import { isProtected } from '../../core/path/sensitive-paths.ts';
import { placeTouched } from '../shell/bash-command.ts';
import { defineNative, NATIVE_INPUT } from './define-native.ts';
import { elsewhereOf } from './elsewhere.ts';
import { outsideSandbox } from './outside-sandbox.ts';
import { asReading } from './reading-commands.ts';

export const nativeShell = defineNative({
  name: 'native_shell',
  title: "Run a command in the agent's own shell",
  description: 'A command that an agent runs itself, outside of the sandbox.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    command: z.string().min(1).describe('Line or script, as the agent runs it'),
    cwd: z.string().optional().describe('Where it runs'),
    shell: z
      .enum(['bash', 'login', 'chosen', 'any', 'terminal'])
      .default('terminal')
      .describe('What runs it: Bash, sh or zsh, any shell, or one that it is typed into'),
    places: z.array(z.string()).optional().describe('Other directories in which it may run'),
    unknown: z.array(z.string()).optional().describe('What Toolgate does not know about how it runs'),
  }),
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  isSandboxed: true,
  risk: async ({ command, cwd, shell, places = [], unknown }, judge) => {
    const judgeAs = (line: string, at: string | undefined): Promise<Assessment> =>
      asReading(withoutProtected(judge.shell(line, at)), { ...judge, cwd: at });
    const read = await judgeAs(command, cwd);
    const { why, reaches } = await elsewhereOf({ line: command, places }, read, judgeAs);
    return outsideSandbox({ ...read, reaches }, { command, shell, unknown, elsewhere: why });
  },
  touches: placeTouched,
  preview: ({ tool, command, cwd }) =>
    `${command}\n\nin ${cwd ?? 'its current directory'}, by ${tool} of the agent: outside of the sandbox`,
});

/**
 * In our sandbox such a file stays as it is, whatever a person says. Nothing keeps it there when the agent runs the
 * command, so no approval helps.
 */
function withoutProtected(judged: Assessment): Assessment {
  if (judged.forbidden !== undefined || judged.risk !== 'CRITICAL') return judged;
  const path = judged.reaches?.find(isProtected);
  return path === undefined
    ? judged
    : { ...judged, forbidden: `${path} controls what runs later, and is not changed by agents` };
}
