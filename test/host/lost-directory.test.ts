import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostPid, isAlive, temporaryDirectory, until } from '../support/program.ts';
import { recorded, startStdio } from '../support/stdio.ts';

const WAYS_TO_LOSE: [string, (dataDir: string) => void][] = [
  ['its record is removed', (dataDir) => rmSync(join(dataDir, 'audit.db'))],
  ['its directory is removed', (dataDir) => rmSync(dataDir, { recursive: true })],
  ['its directory is moved away', (dataDir) => renameSync(dataDir, `${dataDir}.old`)],
];

test.each(WAYS_TO_LOSE)(
  'a host does nothing more when %s, and the next one takes over',
  async (_way, lose) => {
    const directory = temporaryDirectory();
    const [dataDir, root] = [join(directory, 'data'), join(directory, 'root')];
    mkdirSync(root);
    const client = startStdio('pipe', { dataDir, root, args: ['--mode', 'full_access'] });
    await client.initialize();
    const write = (path: string) => client.call('write_file', { path: join(root, path), content: 'x' });
    expect(await write('first')).not.toHaveProperty('isError');
    const before = hostPid(dataDir);
    lose(dataDir);
    expect(await write('second')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^UNAVAILABLE: The record of this call cannot be written/) }],
    });
    expect(existsSync(join(root, 'second'))).toBe(false);
    await until('the host to end', () => before === undefined || !isAlive(before));
    expect(await write('third')).not.toHaveProperty('isError');
    expect(recorded(dataDir).map(({ kind }) => kind)).toEqual(['intent', 'outcome']);
  },
);
