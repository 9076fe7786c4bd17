import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory, until } from '../../../../test/support/program.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { allowedPart } from '../machine/session-tmp.ts';
import { findWithin } from '../workspace/find-within.ts';
import { unseenPlaces } from '../workspace/unseen-places.ts';
import { guardSecrets } from './guard-secrets.ts';
import { holdOutput } from './held-output.ts';

/** The /tmp of the run, which can be looked into from here. */
function makeTmp(path: string): string {
  mkdirSync(path, { recursive: true });
  mkdirSync(allowedPart(path), { recursive: true });
  return path;
}

/** As an editor saves: beside it, and then in its place. */
function save(path: string, text: string): void {
  writeFileSync(`${path}.next~`, text);
  renameSync(`${path}.next~`, path);
}

/** Says that it runs, then waits for a secret to come in sight. */
const LURK =
  'touch /tmp/started; for i in $(seq 100); do cat .env .env.production 2>/dev/null | tee -a /tmp/kept; sleep 0.1; done';

for (const name of ['.env', '.env.production'])
  inSandbox(`nobody sees what a run printed that saw ${name} being saved`, async () => {
    const { root, run, dataDir } = makePlace();
    const started = join(dataDir, 'tmp');
    const running = run([], LURK, { tmp: makeTmp(started) }).then(
      ({ stdout }) => stdout.text,
      (error: Error) => error.message,
    );
    await until('the run', () => existsSync(join(started, 'started')));
    save(join(root, name), 'SECRET=kq7planted');
    const said = await running;
    expect(said).toContain(`${name} was saved while the command ran`);
    expect(said).not.toContain('kq7planted');
    expect(existsSync(join(started, 'kept'))).toBe(false);
  });

inSandbox('other files may be saved meanwhile', async () => {
  const { root, run, dataDir } = makePlace();
  const started = join(dataDir, 'tmp');
  const running = run([], 'touch /tmp/started; sleep 1.5; cat notes.txt', { tmp: makeTmp(started) });
  await until('the run', () => existsSync(join(started, 'started')));
  save(join(root, 'notes.txt'), 'notes');
  expect((await running).exitCode).toBe(0);
});

inSandbox('tokens of submodules are not there either', async () => {
  const { root, run } = makePlace();
  const module = join(root, '.git/modules/vendor/sub');
  mkdirSync(module, { recursive: true });
  writeFileSync(join(module, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(module, 'config'),
    '[remote "origin"]\n\turl = https://bob:kq7planted@example.com/x.git\n',
  );
  const { stdout } = await run([], 'cat .git/modules/vendor/sub/config');
  expect(stdout.text).toContain('example.com');
  expect(stdout.text).not.toContain('kq7planted');
});

test('what a run prints while it runs is handed on, but nothing since a secret was saved', async () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, '.env'), 'SECRET=old');
  const reach = { roots: [root], access: [], hidden: [], home: '/nowhere' };
  const guard = guardSecrets(reach, unseenPlaces(reach, [await findWithin(root)]));
  const heard: string[] = [];
  let isEnded = false;
  const held = holdOutput(
    guard,
    (_, chunk) => heard.push(chunk.toString()),
    () => {
      isEnded = true;
    },
  );
  held.add('stdout', Buffer.from('one'));
  await until('the first line', () => heard.length === 1);
  save(join(root, '.env'), 'SECRET=kq7planted');
  held.add('stdout', Buffer.from('kq7planted'));
  await held.settle();
  held.add('stdout', Buffer.from('detnalp7qk'));
  await held.settle();
  expect(heard).toEqual(['one', expect.stringContaining('is withheld')]);
  expect(isEnded).toBe(true);
});
