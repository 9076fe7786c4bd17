import { join } from 'node:path';
import type { HookFile, HookPlace } from './hook-file.ts';

const MARK = 'Written by toolgate hooks install opencode';

/** A plugin that runs the hook for each call; whatever is not a clear yes is thrown, which refuses the call. */
export const opencodePlugin = ({ home, command }: HookPlace): HookFile => {
  const [program = ''] = command('opencode').split(' || ');
  return {
    path: join(home, '.config/opencode/plugin/toolgate.js'),
    installed: () => source(program),
    removed: (current) => (current.includes(MARK) ? undefined : current),
  };
};

const source = (program: string): string => `// ${MARK}: toolgate hooks remove opencode takes it away.
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(program)};
const LIMIT_MS = 595000;

function ask(event) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', COMMAND], { stdio: ['pipe', 'pipe', 'ignore'], timeout: LIMIT_MS });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    child.on('error', reject);
    child.stdin.on('error', () => {});
    child.on('close', () => resolve(said));
    child.stdin.end(JSON.stringify(event));
  });
}

export const Toolgate = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
    let answer;
    try {
      answer = JSON.parse(await ask({ event: 'before', tool, sessionID, callID, args: output.args, directory }));
    } catch {
      throw new Error('Toolgate gave no answer, so this call is refused');
    }
    if (answer.decision !== 'pass' && answer.decision !== 'allow') throw new Error(answer.reason ?? 'Toolgate refused');
    if (typeof answer.command === 'string') output.args.command = answer.command;
  },
  'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
    const exit = output?.metadata?.exit;
    await ask({ event: 'after', tool, sessionID, callID, args: args ?? {}, exit, directory }).catch(() => {});
  },
});
`;
