import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import type { Access } from '../../src/core/process/sandbox.ts';
import { runProcess } from '../../src/engines/process/child/run-process.ts';
import type { Reach } from '../../src/engines/process/process.ts';
import { findSandbox } from '../../src/engines/sandbox/find-sandbox.ts';
import { temporaryDirectory } from './program.ts';

const hasSandbox = await findSandbox();
// Without one these tests would pass by testing nothing.
if (!hasSandbox && process.env.CI === 'true') throw new Error('bubblewrap does not work here');
export const inSandbox = test.skipIf(!hasSandbox);

/** A workspace, a home and a data directory, and a way to run scripts between them. */
export function makePlace() {
  const root = temporaryDirectory();
  // A closed sandbox has a /tmp of its own, where none of this could be found anyway.
  const user = mkdtempSync('/var/tmp/tg-');
  onTestFinished(() => rmSync(user, { recursive: true, force: true }));
  const [home, dataDir, program] = [join(user, 'home'), join(user, 'data'), join(user, 'program')];
  for (const directory of [home, dataDir, program]) mkdirSync(directory);
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  mkdirSync(join(root, 'packages/api'), { recursive: true });
  mkdirSync(join(home, '.ssh'));
  const files = {
    [join(dataDir, 'toolgate.db')]: 'ours',
    [join(home, '.ssh/id_ed25519')]: 'key',
    [join(home, '.netrc')]: 'password',
    [join(home, 'notes.txt')]: 'notes',
    [join(root, '.env')]: 'SECRET=1',
    [join(root, 'packages/api/.env.local')]: 'SECRET=2',
    [join(root, '.env.example')]: 'SECRET=',
    [join(root, '.git/config')]: '[core]',
    [join(root, '.mcp.json')]: '{}',
    [join(program, 'main.js')]: 'code',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  const run = (access: readonly Access[], script: string, more: Partial<Reach> = {}, timeoutMs = 10_000) =>
    runProcess({
      argv: ['bash', '--norc', '--noprofile', '-c', script],
      cwd: root,
      env: { HOME: home },
      sandbox: access.length === 0 ? 'closed' : 'open',
      reach: {
        roots: [root],
        access,
        hidden: [dataDir],
        readOnly: [program],
        home,
        scratch: join(dataDir, 'sandbox'),
        ...more,
      },
      timeoutMs,
    });
  return { root, dataDir, home, program, run };
}

/** Runs each line by itself and answers which of them succeeded. */
export const succeeded = async (
  run: (script: string) => Promise<{ stdout: { text: string } }>,
  lines: readonly string[],
): Promise<string[]> => {
  const script = lines.map((line, i) => `if ( ${line} ) >/dev/null 2>&1; then echo ${i}; fi`).join('\n');
  const { stdout } = await run(script);
  return stdout.text.split('\n').flatMap((number) => (number === '' ? [] : [lines[Number(number)] ?? '']));
};
