import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelOf, readAudit } from '../support/audit-file.ts';
import { fillDataDirectory } from '../support/data-directory.ts';
import { dataFiles } from '../support/file-bytes.ts';
import { temporaryDirectory } from '../support/program.ts';
import { runOnMount } from '../support/run-on-mount.ts';
import { runProgram } from '../support/run-program.ts';

const READ_ONLY = 'mount --bind "$DIR" "$DIR" && mount -o remount,bind,ro "$DIR" || exit 99';

test('a read-only data directory is refused in words, and stays as it is', async () => {
  const dataDir = temporaryDirectory();
  await fillDataDirectory(dataDir);
  const before = dataFiles(dataDir);
  const { code, stdout, stderr } = await runOnMount(
    dataDir,
    `${READ_ONLY}\ntoolgate stdio --data-dir "$DIR" </dev/null`,
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^toolgate: The data directory .+ is not writable: .*read-only file system/);
  expect(stderr).toMatch(/Choose another with --data-dir\.\n$/);
  expect(dataFiles(dataDir)).toEqual(before);
});

test('stdio --in-process says the same of a read-only directory', async () => {
  const dataDir = temporaryDirectory();
  const { code, stderr } = await runOnMount(
    dataDir,
    `${READ_ONLY}\ntoolgate stdio --in-process --data-dir "$DIR" </dev/null`,
  );
  expect(stderr).toMatch(/^toolgate: The data directory .+ is not writable: .*read-only file system/);
  expect(code).toBe(2);
});

for (const dataDir of ['/sys/toolgate', '/proc/toolgate', '/etc/passwd/toolgate']) {
  test(`${dataDir}, which cannot be made, is refused in words`, { timeout: 5000 }, async () => {
    const { code, stdout, stderr } = await runProgram(['stdio', '--data-dir', dataDir]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(`toolgate: The data directory ${dataDir} is not writable: `)).toBe(true);
  });
}

for (const free of [0, 4, 8, 16, 40]) {
  test(`a disk with ${free} KiB left is said in words, soon, and without a stack`, {
    timeout: 10_000,
  }, async () => {
    const dataDir = temporaryDirectory();
    const { code, stdout, stderr } = await runOnMount(
      dataDir,
      `mount -t tmpfs -o size=256k tmpfs "$DIR" || exit 99
       head -c ${(256 - free) * 1024} /dev/zero > "$DIR/filler"
       toolgate stdio --data-dir "$DIR" </dev/null`,
    );
    expect(stderr).toMatch(/no space left|disk is full|is full|cannot be written|not writable/i);
    expect(stderr).toContain(dataDir);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
}

test('a call whose record finds no room is not run, and calls work again once there is room', async () => {
  const dataDir = temporaryDirectory();
  const kept = join(temporaryDirectory(), 'kept');
  mkdirSync(kept);
  const call = (name: string) =>
    `toolgate call greet '{"name":"${name}"}' --data-dir "$DIR" --pack conformance`;
  const { stdout, stderr } = await runOnMount(
    dataDir,
    `mount -t tmpfs -o size=4m tmpfs "$DIR" || exit 99
     ${call('before')}; echo "code $?"
     cat /dev/zero > "$DIR/filler" 2>/dev/null
     ${call('full')}; echo "code $?"
     rm "$DIR/filler"
     ${call('after')}; echo "code $?"
     kill "$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$DIR/host.json")"
     while [ -e "$DIR/host.json" ]; do :; done
     cp "$DIR"/audit.db* '${kept}'`,
  );
  expect({ stdout, stderr }).toEqual({
    stdout: [
      'Hello, before!',
      'code 0',
      'UNAVAILABLE: The record of this call cannot be written, so it is refused',
      `Check the disk of the data directory; toolgate --data-dir ${dataDir} doctor shows more.`,
      'code 1',
      'Hello, after!',
      'code 0',
      '',
    ].join('\n'),
    stderr: '',
  });
  const made = readAudit(kept).filter(({ kind }) => kind === 'intent');
  expect(made.map(labelOf)).toEqual(['before', 'after']);
});
