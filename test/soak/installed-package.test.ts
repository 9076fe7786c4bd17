import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const FLAGS = ['--no-audit', '--no-fund', '--ignore-scripts'];

async function packed(folder: string): Promise<string> {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return join(folder, tarball);
}

test('the packed package installs globally and by npx, and serves', async () => {
  const folder = temporaryDirectory();
  const [prefix, home] = [join(folder, 'prefix'), join(folder, 'home')];
  mkdirSync(home);
  const tarball = await packed(folder);
  await run('npm', ['install', '--global', '--prefix', prefix, ...FLAGS, tarball], { cwd: folder });
  const installed = join(prefix, 'bin/toolgate');
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  expect((await run(installed, ['--version'], { env })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const ways: [string, string[]][] = [
    [installed, []],
    ['npx', ['--yes', '--package', tarball, 'toolgate']],
  ];
  for (const [command, words] of ways) {
    const args = [
      ...words,
      'stdio',
      '--in-process',
      '--root',
      folder,
      '--data-dir',
      join(folder, `data-${words.length}`),
    ];
    const client = new Client({ name: 'installed', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env, cwd: folder }));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.length).toBeGreaterThan(100);
    const answer = await client.callTool({ name: 'shell_execute', arguments: { command: 'echo installed' } });
    expect(answer.structuredContent).toMatchObject({ stdout: 'installed\n', exitCode: 0 });
    await client.close();
  }
});
