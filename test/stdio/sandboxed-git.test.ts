import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startLineClient } from '../support/line-client.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { SHORT_LIVED } from '../support/stdio-agent.ts';

const SECRETS = ['.npmrc', '.env.test', 'server.pem', 'server.key'];

/** A repository that tracks files which look like they hold secrets, and an agent in it. */
async function startInRepository() {
  const root = temporaryDirectory();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '-q');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  for (const name of SECRETS) writeFileSync(join(root, name), 'secret\n');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'First');
  writeFileSync(join(root, 'a.txt'), 'two\n');
  const agent = startLineClient(['stdio', '--data-dir', temporaryDirectory(), '--pack', 'shell,ci'], {
    cwd: root,
    env: SHORT_LIVED,
  });
  await agent.initialize('2025-06-18', { elicitation: {} });
  const call = async (name: string, args: Record<string, unknown>) =>
    (await agent.request('tools/call', { name, arguments: args })).result?.structuredContent as
      | { stdout: string; stderr: string; exitCode: number }
      | undefined;
  const shell = (command: string) => call('shell_execute', { command });
  return { agent, git, call, shell };
}

inSandbox(
  'git says inside the sandbox what it says outside, with tracked files that look secret',
  async () => {
    const { agent, git, shell } = await startInRepository();
    for (const line of ['status --short', 'diff --stat', 'diff --name-only', 'log --oneline'])
      expect(await shell(`git ${line}`), line).toMatchObject({
        stdout: git(...line.split(' ')),
        exitCode: 0,
      });
    expect(agent.received.filter(({ method }) => method === 'elicitation/create')).toHaveLength(0);
    const adding = shell('git add -A');
    const question = await until(
      'the question',
      () => agent.received.find(({ method }) => method === 'elicitation/create'),
      20_000,
    );
    agent.send({
      jsonrpc: '2.0',
      id: question.id,
      result: { action: 'accept', content: { decision: 'once' } },
    });
    expect(await adding).toMatchObject({ exitCode: 0 });
    expect(git('status', '--short')).toBe('M  a.txt\n');
  },
);

inSandbox(
  'a command that fails for want of network says so, and what to ask for, in every way it is run',
  async () => {
    const { agent } = await startInRepository();
    const textOf = async (name: string, args: Record<string, unknown>) => {
      const { result } = await agent.request('tools/call', { name, arguments: args });
      const content = (result?.content ?? []) as { text: string }[];
      return content.map(({ text }) => text).join('\n');
    };
    const answers = [
      await textOf('shell_execute', { command: 'curl -sS http://127.0.0.1:9/' }),
      await textOf('shell_execute', { command: 'curl -sS http://127.0.0.1:9/ | cat' }),
      await textOf('run_command', { argv: ['curl', '-sS', 'http://127.0.0.1:9/'] }),
    ];
    for (const answer of answers) expect(answer).toMatch(/without network[\s\S]*call again with access \[/);
  },
);
