import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { temporaryDirectory } from '../support/program.ts';
import { writeFiles } from '../support/write-files.ts';

/** A user whose agent has read and written, and the files that go to somebody else. */
async function exportRecord(): Promise<{ home: Home; file: string; key: string }> {
  const home = makeHome();
  writeFiles(home.project, { 'a.txt': 'text' });
  await home.run(['call', 'read_file', '{"path":"a.txt"}']);
  await home.run(['call', 'write_file', '{"path":"b.txt","content":"b"}', '--mode', 'full_access']);
  const directory = temporaryDirectory();
  const [file, key] = [join(directory, 'record.jsonl'), join(directory, 'key.pem')];
  writeFileSync(file, (await home.run(['audit', 'export', '--signed'])).stdout);
  writeFileSync(key, (await home.run(['audit', 'key'])).stdout);
  return { home, file, key };
}

test('a signed export is verified on another machine with the public key alone', async () => {
  const { file, key, home } = await exportRecord();
  const elsewhere = makeHome();
  const verify = (...args: string[]) => elsewhere.run(['audit', 'verify', ...args]);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const entries = lines.filter((line) => line.startsWith('{"seq"')).length;
  expect(entries).toBeGreaterThan(2);
  const right = await verify(file, '--key', key);
  expect(right).toMatchObject({ code: 0, stderr: '' });
  expect(right.stdout).toMatch(
    new RegExp(`^${entries} entries: nothing was changed.* \\d+ anchors? .*signed`),
  );
  expect(await verify(file)).toMatchObject({ code: 2, stderr: expect.stringContaining('give --key FILE') });
  expect(await verify(file, '--key', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('holds no public key'),
  });
  expect(await home.run(['audit', 'verify'])).toMatchObject({ code: 0 });

  const others = {
    'an entry was changed': lines.map((line) => line.replace('read_file', 'list_files')),
    'a field became a list of itself': lines.map((line) =>
      line.replace('"kind":"outcome"', '"kind":["outcome"]'),
    ),
    'a field was given twice': lines.map((line) =>
      line.replace('"kind":"outcome"', '"kind":"x","kind":"outcome"'),
    ),
    'an end stands beside an anchor': lines.map((line) =>
      line.startsWith('{"anchor"') ? `${line.slice(0, -1)},"end":{}}` : line,
    ),
    'an entry was taken out': lines.filter((_, i) => i !== 1),
    'the end was cut off': lines.slice(0, -1),
    'the last entry was cut off': lines.filter((line) => !line.startsWith(`{"seq":${entries},`)),
    'something was added': [...lines, '{"seq":1}'],
  };
  for (const [what, changed] of Object.entries(others)) {
    writeFileSync(file, `${changed.join('\n')}\n`);
    expect(await verify(file, '--key', key), what).toMatchObject({ code: 1, stderr: '' });
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(key, (await elsewhere.run(['audit', 'key'])).stdout);
  expect((await verify(file, '--key', key)).stdout).toMatch(/was not signed with this key/);
});

test('doctor says what the record takes on the disk', async () => {
  const { home } = await exportRecord();
  expect((await home.run(['doctor'])).stdout).toMatch(/^ok +the record takes \d+\.\d MB$/m);
});
