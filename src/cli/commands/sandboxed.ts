import { dropEnvironment } from '../drop-environment.ts';
import { withClient } from '../host-client.ts';
import { defineCommand } from '../line/command.ts';

type Data = Record<string, unknown>;

export const sandboxed = defineCommand({
  name: 'sandboxed',
  section: 'manage',
  about: 'run a command in the sandbox of the host, and print what it prints',
  words: 'COMMAND',
  isHidden: true,
  more: 'What hooks.sandboxNative puts in place of a command that an agent would run itself.',
  run: ({ words: [command = ''], flags }) => {
    dropEnvironment();
    return withClient(flags, async (client) => {
      const args = { command, cwd: process.cwd() };
      const result = await client.request('tools/call', { name: 'shell_execute', arguments: args });
      const { stdout, stderr, exitCode, status } = (result.structuredContent ?? {}) as Data;
      if (typeof stdout !== 'string' || typeof stderr !== 'string' || status === 'running') {
        process.stderr.write(`${textOf(result)}\n`);
        return result.isError === true ? 1 : 0;
      }
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      return typeof exitCode === 'number' ? exitCode : 1;
    });
  },
});

const textOf = ({ content }: Data): string =>
  (content as { text?: string }[] | undefined)?.map(({ text = '' }) => text).join('\n') ?? '';
