import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';

test('toolgate projects adds, lists and forgets what a person wants open', async () => {
  const home = makeHome();
  const shop = join(realpathSync(home.project), 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{"name": "shop"}');
  expect(await home.run(['projects'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No project is registered'),
  });
  const added = await home.run(['projects', 'add', 'shop']);
  const [, id] = /as (prj_\w+)\n$/.exec(added.stdout) ?? [];
  expect(added).toEqual({ code: 0, stdout: `Registered shop (node) ${shop} as ${id}\n`, stderr: '' });
  const again = await home.run(['projects', 'add', shop, '--name', 'The shop']);
  expect(again.stdout).toBe(`Known already: The shop (node) ${shop} as ${id}\n`);
  const { stdout: json } = await home.run(['projects', '--json']);
  expect(JSON.parse(json)).toEqual([
    { id, path: shop, name: 'The shop', createdAt: expect.any(String), isOpen: true },
  ]);
  const removed = await home.run(['projects', 'remove', String(id)]);
  expect(removed.stdout).toBe(`Forgot The shop (${shop}); its files stay.\n`);
});

test('any directory of a person can be opened, with a manifest in it or not', async () => {
  const home = makeHome();
  for (const [name, make] of [
    ['notes', () => undefined],
    ['repository', (path: string) => mkdirSync(join(path, '.git'))],
    ['work', (path: string) => mkdirSync(join(path, 'shop'))],
  ] as const) {
    const path = join(realpathSync(home.project), name);
    mkdirSync(path);
    make(path);
    expect(await home.run(['projects', 'add', path])).toEqual({
      code: 0,
      stdout: expect.stringMatching(`^Registered ${name} \\(no manifest\\) ${path} as prj_`),
      stderr: '',
    });
  }
});

test('toolgate projects refuses in words what cannot be a project', async () => {
  const home = makeHome();
  for (const [args, words] of [
    [['add', '/'], /cannot be a project: it is a directory of the system/],
    [['add', home.directory], /cannot be a project/],
    [['add', home.dataDir], /holds Toolgate's own data/],
    [['add', 'missing'], /There is no directory/],
    [['remove', 'prj_none'], /There is no registered project "prj_none"\. None is registered/],
    [['forget'], /There is no "projects forget"/],
    [['add'], /PATH is missing/],
  ] as const) {
    const { code, stderr } = await home.run(['projects', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(words) });
  }
});
