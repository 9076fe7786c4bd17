import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../../../test/support/files-engine.ts';
import { asPlainUser } from '../../../../test/support/plain-user.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';

const ALL = { recursive: true, includeHidden: true, limit: 100 };

test('directories below that may not be read are listed and said, and the rest is there', () => {
  const root = temporaryDirectory();
  for (const name of ['closed', 'names-only', 'open']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'a.txt'), 'a');
  }
  chmodSync(join(root, 'closed'), 0o000);
  chmodSync(join(root, 'names-only'), 0o444);
  const page = (options = {}) => asPlainUser(root, 'list', root, { ...ALL, ...options }).done;
  const named = (...names: string[]) => names.map((name) => expect.objectContaining({ name }));
  expect(page()).toEqual({
    entries: named('closed', 'names-only', 'open', 'open/a.txt'),
    truncated: false,
    note: 'Not looked into: closed (PERMISSION_DENIED), names-only (PERMISSION_DENIED)',
  });
  const first = page({ limit: 1 });
  expect(first).toMatchObject({
    entries: named('closed'),
    note: 'Not looked into: closed (PERMISSION_DENIED)',
  });
  // Said once, on the page it is on.
  const { nextCursor: cursor } = first as { nextCursor: string };
  expect(page({ cursor, limit: 1 })).toMatchObject({
    entries: named('names-only'),
    note: 'Not looked into: names-only (PERMISSION_DENIED)',
  });
});

test('pages of a deep tree leave no directory open', () => {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'a/b/c/d/e'), { recursive: true });
  const files = filesIn(root, temporaryDirectory());
  const openNow = (): number => readdirSync('/proc/self/fd').length;
  const before = openNow();
  for (let limit = 1; limit <= 6; limit++) files.list(root, { ...ALL, limit });
  expect(openNow()).toBe(before);
});
