import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { BIN, until } from '../support/program.ts';

const PACKAGE = join(BIN, '../..');

test('a package without its skills folder serves everything else', async () => {
  const home = makeHome();
  const copy = join(home.directory, 'package');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(PACKAGE, part), join(copy, part), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(copy, 'node_modules'));
  const args = [join(copy, 'bin/toolgate.js'), 'serve', '--port', '0', '--pack', 'conformance'];
  const child = spawn(process.execPath, args, {
    cwd: home.project,
    env: { PATH: process.env.PATH, ...home.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  await until('it to start or to give up', () => /Ctrl-C/.test(said.join('')) || child.exitCode !== null);
  const address = /served at (\S+)/.exec(said.join(''))?.[1];
  expect(address, said.join('')).toBeDefined();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const ask = async (method: string): Promise<unknown> => {
    const answer = await fetch(String(address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } }),
    });
    return answer.json();
  };
  expect(await ask('skills/list')).toMatchObject({ result: { skills: [] } });
  expect(await ask('prompts/list')).toMatchObject({ result: { prompts: expect.any(Array) } });
  child.kill('SIGINT');
  await once(child, 'exit');
});
