import { spawn as spawnChild } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import type { Home } from '../support/home.ts';

const LIMIT_MS = 120_000;

/** What a person types where a command asks; others get no terminal. */
const TYPED: Readonly<Record<string, { readonly at: RegExp; readonly keys: string }>> = {
  'toolgate connect claude-code': { at: /\[y\/n\]/, keys: 'y\r' },
  'toolgate connect codex': { at: /\[y\/n\]/, keys: 'y\r' },
  'toolgate approvals --watch': { at: /q ends/, keys: 'q' },
};

/** What servers print when they are there. */
const SERVES = /MCP is served at http/;

export interface Outcome {
  readonly code: number | null;
  readonly printed: string;
}

/** A home as a reader may have it, so that the examples have something to work on. */
export function furnish({ directory, project }: Home): void {
  for (const path of ['work/package.json', 'notes/tls.md'])
    mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, 'work/package.json'), '{ "name": "work", "version": "1.0.0" }\n');
  writeFileSync(
    join(directory, 'notes/tls.md'),
    '# TLS\n\nRenew the certificate with certbot every sixty days.\n',
  );
  writeFileSync(join(project, 'package.json'), '{ "name": "app", "scripts": { "test": "true" } }\n');
  writeFileSync(join(project, '.env'), 'KEY=value\n');
}

/** Runs a line of the documentation in a shell, as this user, in this project. */
export function runLine(home: Home, line: string): Promise<Outcome> {
  const typed = TYPED[line];
  if (typed) return atTerminal(home, line, typed);
  return plainly(home, line);
}

const envOf = ({ env }: Home): Record<string, string> => ({
  ...(Object.fromEntries(
    Object.entries(process.env).filter(
      ([name, value]) => !name.startsWith('TOOLGATE_') && value !== undefined,
    ),
  ) as Record<string, string>),
  ...env,
  TOOLGATE_PORT: '0',
});

function plainly(home: Home, line: string): Promise<Outcome> {
  // Without exec the signal would end the shell alone.
  const child = spawnChild('bash', ['-c', `exec ${line}`], { cwd: home.project, env: envOf(home) });
  child.stdin.on('error', () => {});
  child.stdin.end(line.includes('secrets set') ? 'not-a-real-key-0123456789\n' : '');
  let printed = '';
  let isServer = false;
  const collect = (chunk: Buffer): void => {
    printed += chunk.toString();
    if (isServer || !SERVES.test(printed)) return;
    isServer = true;
    child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code: isServer ? 0 : code, printed });
    });
  });
}

function atTerminal(home: Home, line: string, { at, keys }: (typeof TYPED)[string]): Promise<Outcome> {
  const child = spawn('bash', ['-c', `exec ${line}`], { cwd: home.project, env: envOf(home), cols: 120 });
  let printed = '';
  let hasTyped = false;
  child.onData((data) => {
    printed += data;
    if (hasTyped || !at.test(printed)) return;
    hasTyped = true;
    child.write(keys);
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve) => {
    child.onExit(({ exitCode }) => {
      clearTimeout(limit);
      resolve({ code: exitCode, printed });
    });
  });
}
