import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { createRepository } from '../support/repository.ts';

// Every agent waits while the host reads one text, and every repository and agent may bring one.
const MOST_CPU_MS = 3000;
const LONG = 1_000_000;

/** Of this thread: others keep the machine busy while tests run. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Hostile {
  readonly files?: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const judged = (command: string): Pick<Hostile, 'tool' | 'args'> => ({
  tool: 'explain_call',
  args: { tool: 'shell_execute', args: { command } },
});

const dashed = (name: string): string => `${name}${'-'.repeat(60)}!`;
const lineEnds = '\n'.repeat(LONG);

const TEXTS: Readonly<Record<string, Hostile>> = {
  'a query of backslashes': {
    tool: 'search_text',
    args: { query: `\\[^${'\\\\'.repeat(40)}`, regex: true },
  },
  'a name that is nearly one of settings': {
    files: { [dashed('config')]: 'x' },
    tool: 'read_file',
    args: { path: dashed('config') },
  },
  'a name that is nearly one of containers': {
    files: { [dashed('compose')]: 'x' },
    ...judged('docker compose up'),
  },
  'flags without blanks': judged(`RUSTFLAGS="${'-Aa'.repeat(60)}!" cargo build`),
  'a project without end': { tool: 'ci_build', args: { projectPath: 'ab '.repeat(20 * LONG) } },
  'directories without end': { tool: 'ci_build', args: { projectPath: 'a/'.repeat(20 * LONG) } },
  'a program without end': { tool: 'run_command', args: { argv: ['ab '.repeat(20 * LONG)] } },
  'words without end': { tool: 'run_command', args: { argv: Array(60).fill('ab '.repeat(LONG / 3)) } },
  'a tool to explain without end': { tool: 'explain_call', args: { tool: 'ab '.repeat(20 * LONG) } },
  'a path without end': { tool: 'read_file', args: { path: '/.git/a'.repeat(LONG / 7) } },
  'settings of a package manager': { files: { '.npmrc': lineEnds }, ...judged('npm test') },
  'settings of git': { files: { '.git/config': `[remote "x"]\n${lineEnds}x` }, ...judged('git commit -m x') },
  'a makefile': { files: { Makefile: `all:\n\techo $(shell${' '.repeat(LONG)}\n` }, ...judged('make all') },
  'a component without an end': {
    files: { 'a.vue': '<!--'.repeat(LONG / 8) + '<script'.repeat(LONG / 14) },
    tool: 'context_outline',
    args: { path: 'a.vue' },
  },
};

test.each(Object.entries(TEXTS))(
  '%s does not keep the host from others',
  { timeout: 60_000 },
  async (_name, { files = {}, tool, args }) => {
    const { call, root } = createTestHost();
    createRepository(root).commit('one', {
      'package.json': '{"scripts":{"test":"node a.js"}}',
      'a.js': '1\n',
    });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const start = cpuMs();
    await call(tool, args);
    expect(cpuMs() - start).toBeLessThan(MOST_CPU_MS);
  },
);
