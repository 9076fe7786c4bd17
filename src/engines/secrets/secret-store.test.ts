import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { createSecretStore } from './secret-store.ts';

const VALUE = 'a value with ümlauts and\ntwo lines';

function makePlace() {
  const parts = {
    path: join(temporaryDirectory(), 'secrets.json'),
    keyPath: join(temporaryDirectory(), 'toolgate', 'secret.key'),
  };
  const failures: string[] = [];
  const onFailure = (error: unknown) => failures.push(error instanceof Error ? error.message : String(error));
  return { ...parts, failures, open: () => createSecretStore({ ...parts, onFailure }) };
}

test('a secret is kept over restarts, and nothing on the disk shows its value', async () => {
  const { open, path, keyPath } = makePlace();
  const set = await open().set('openai', VALUE);
  const later = open();
  expect(await later.get('openai')).toBe(VALUE);
  expect(await later.get('other')).toBeUndefined();
  expect(later.list()).toEqual([{ name: 'openai', createdAt: set.createdAt, updatedAt: set.updatedAt }]);
  expect(readFileSync(path, 'utf8')).not.toContain('ümlauts');
  expect([path, keyPath].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
});

test('a value is replaced and removed', async () => {
  const { open } = makePlace();
  const store = open();
  const first = await store.set('openai', 'the first value');
  const second = await store.set('openai', 'the second value');
  expect(second.createdAt).toBe(first.createdAt);
  await store.set('a-hook', 'of a webhook');
  expect(
    open()
      .list()
      .map(({ name }) => name),
  ).toEqual(['a-hook', 'openai']);
  expect([await store.remove('openai'), await store.remove('openai')]).toEqual([true, false]);
  expect(await open().get('openai')).toBeUndefined();
});

test('secrets that are set at the same time are all kept', async () => {
  const { open } = makePlace();
  const store = open();
  const names = Array.from({ length: 20 }, (_, i) => `name-${i}`);
  await Promise.all(names.map((name) => store.set(name, `value of ${name}`)));
  const later = open();
  expect(await Promise.all(names.map((name) => later.get(name)))).toEqual(
    names.map((name) => `value of ${name}`),
  );
});

test('a key that others can read is refused in words', async () => {
  const { open, keyPath, failures } = makePlace();
  await open().set('openai', VALUE);
  chmodSync(keyPath, 0o640);
  await expect(open().get('openai')).rejects.toThrow(
    `${keyPath} can be read or written by others (mode 640). Run: chmod 600 ${keyPath}.`,
  );
  expect(failures).toHaveLength(1);
});

test('without its key a store says what to do, and changes nothing', async () => {
  const { open, path, keyPath } = makePlace();
  await open().set('openai', VALUE);
  const before = readFileSync(path, 'utf8');
  rmSync(keyPath);
  await expect(open().get('openai')).rejects.toThrow(`The key ${keyPath} is missing`);
  await expect(open().set('other', 'another value')).rejects.toThrow('is missing');
  expect([existsSync(keyPath), readFileSync(path, 'utf8')]).toEqual([false, before]);
});

test('a value that was changed, or put under another name, is not answered; the others are', async () => {
  const { open, path } = makePlace();
  const store = open();
  for (const name of ['one', 'two', 'three']) await store.set(name, `value of ${name}`);
  const content = JSON.parse(readFileSync(path, 'utf8'));
  content.secrets.one = content.secrets.two;
  writeFileSync(path, JSON.stringify(content));
  const later = open();
  await expect(later.get('one')).rejects.toThrow('The secret "one" cannot be decrypted');
  expect(await later.get('two')).toBe('value of two');
  await later.set('one', 'value of one again');
  expect(await open().get('one')).toBe('value of one again');
});

test('a file of a newer program, and one that is damaged, is refused untouched', () => {
  const { open, path } = makePlace();
  writeFileSync(path, '{"version":2}');
  expect(open).toThrow('was written by a newer Toolgate (version 2)');
  writeFileSync(path, '{"version":');
  expect(open).toThrow(`${path} is damaged`);
  expect(readFileSync(path, 'utf8')).toBe('{"version":');
});

test('names and values that cannot be kept or masked are refused', async () => {
  const { open, path } = makePlace();
  const store = open();
  await expect(store.set('../x y', VALUE)).rejects.toThrow('"../x y" is not a valid name for a secret');
  await expect(store.set('pin', '1234')).rejects.toThrow('The value of "pin" has 4 characters');
  expect(existsSync(path)).toBe(false);
});
