import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { inSandbox } from '../../../../test/support/sandbox-place.ts';
import { loadLibc } from '../../process/child/libc.ts';
import { startChild } from '../../process/child/start-child.ts';
import { throughShell } from '../sandboxed.ts';
import { createEntry } from './entry.ts';

/** Runs `find` in a sandbox that shows a project, and has another mount inside of it. */
async function look(directory: string, inner: string): Promise<string> {
  const project = join(directory, 'project');
  const options = [
    ...['--unshare-pid', '--dev', '/dev', '--proc', '/proc', '--die-with-parent'],
    ...['/usr', '/bin', '/lib', '/lib64'].flatMap((place) => ['--ro-bind-try', place, place]),
    ...[
      '--tmpfs',
      directory,
      '--tmpfs',
      join(directory, 'home'),
      '--bind',
      project,
      project,
      '--bind',
      inner,
      inner,
    ],
  ];
  const libc = await loadLibc();
  if (!libc) throw new Error('This system has no C library that we know');
  const entry = createEntry({
    libc,
    ...{ options, env: { PATH: process.env.PATH ?? '' }, scratch: undefined, isReader: false },
    ...{ changing: [directory], isOpen: false },
  });
  let printed = '';
  const child = await startChild({
    argv: [
      '/bin/sh',
      ...throughShell(undefined, entry).slice(1),
      'bwrap',
      ...entry.options,
      'find',
      directory,
    ],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
    isSandboxed: true,
    entry,
    onData: (_, chunk) => {
      printed += chunk.toString();
    },
  });
  await child.ended;
  return printed;
}

inSandbox(
  'a sandbox is entered as it was planned; where a link took a place, nothing runs in it',
  async () => {
    const directory = temporaryDirectory();
    const inner = join(directory, 'project/q/.git');
    mkdirSync(inner, { recursive: true });
    mkdirSync(join(directory, 'home'));
    writeFileSync(join(directory, 'home/key'), 'secret');
    writeFileSync(join(inner, 'config'), '');
    expect(await look(directory, join(directory, 'project/q'))).toContain('project/q/.git/config');

    const other = join(directory, 'project/p/.git');
    mkdirSync(other, { recursive: true });
    rmdirSync(other);
    // As it would be when another program exchanged it after the plan was made.
    symlinkSync('../../home', other);
    await expect(look(directory, other)).rejects.toMatchObject({ code: 'CONFLICT' });
  },
);
