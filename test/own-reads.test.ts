import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources } from './layers.ts';

const SRC = join(import.meta.dirname, '../src');

/**
 * What opens files by name. A repository can put a named pipe there, which is waited for, or a link to a device
 * without an end; so everything else reads through engines/files/open/regular-file.ts or open-inside.ts.
 */
const OPENERS = [
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'createReadStream',
  'open',
  'openSync',
  'readFile',
  'readFileSync',
];

const OWN_DATA = 'reads what Toolgate itself keeps where no agent writes';
const OWN_PROGRAM = 'reads files of the installed program';
const KERNEL = 'reads what the kernel tells below /proc and /sys';
const PERSON = 'reads a file that a person names, in a program of their own';
const HOME = "reads settings in the person's own home";
const FOLDER = 'opens directories only, which is never waited for';
const SAFE = 'opens without waiting, and looks at what it opened';
const NEW = 'opens files that it has just made';

/** The files that may, and why. */
const MAY_OPEN: Readonly<Record<string, string>> = {
  'cli/cards/edit-args.ts': NEW,
  'cli/chosen-data-dir.ts': HOME,
  'cli/close-inherited.ts': KERNEL,
  'cli/hook.ts': 'reads its own standard input',
  'cli/hooks/backups.ts': PERSON,
  'cli/hooks/change-files.ts': PERSON,
  'cli/hooks/plan-change.ts': PERSON,
  'cli/workflows/read-text.ts': PERSON,
  'engines/code/workspace/current-file.ts': OWN_DATA,
  'engines/files/open/directory.ts': FOLDER,
  'engines/files/open/open-inside.ts': SAFE,
  'engines/files/open/regular-file.ts': SAFE,
  'engines/files/open/system-path.ts':
    'on Linux it opens to look at the path only, which reads nothing and waits for nobody',
  'engines/files/read/current.ts': SAFE,
  'engines/files/read/inspect.ts': SAFE,
  'engines/files/tree/copy-tree.ts': NEW,
  'engines/files/tree/copy.ts': 'opens a file again that is open',
  'engines/files/tree/remove-tree.ts': FOLDER,
  'engines/files/tree/trash.ts': OWN_DATA,
  'engines/files/write/backup.ts': 'copies a file that is open and was found to be regular',
  'engines/files/write/pump.ts': SAFE,
  'engines/files/write/replace-file.ts': NEW,
  'engines/git/verbs/worktree-changes.ts': SAFE,
  'engines/knowledge/encoder/encoder.ts': OWN_PROGRAM,
  'engines/knowledge/encoder/model-file.ts': OWN_PROGRAM,
  'engines/process/child/cgroup.ts': KERNEL,
  'engines/process/child/child-streams.ts': KERNEL,
  'engines/process/child/libc.ts': KERNEL,
  'engines/process/child/look-budget.ts': KERNEL,
  'engines/process/child/proc-files.ts': KERNEL,
  'engines/process/child/watch-size.ts': KERNEL,
  'engines/process/table/output-files.ts': OWN_DATA,
  'engines/process/table/overflow.ts': OWN_DATA,
  'engines/sandbox/entry/mount-table.ts': KERNEL,
  'engines/sandbox/guard/guard-run.ts': OWN_DATA,
  'engines/sandbox/guard/set-aside.ts': FOLDER,
  'engines/sandbox/history/clean-objects.ts': OWN_DATA,
  'engines/sandbox/history/room-for-copies.ts': OWN_DATA,
  'engines/sandbox/workspace/open-sockets.ts': KERNEL,
  'engines/search/file-encoding.ts': SAFE,
  'engines/search/find-text.ts': SAFE,
  'engines/search/searched-place.ts': SAFE,
  'engines/search/still-inside.ts': FOLDER,
  'engines/search/watched-folder.ts': FOLDER,
  'engines/secrets/key-file.ts': OWN_DATA,
  'engines/secrets/secrets-file.ts': OWN_DATA,
  'engines/ssh/files/download.ts': OWN_DATA,
  'engines/ssh/hosts/host-file.ts': OWN_DATA,
  'engines/ssh/hosts/ssh-config-names.ts': HOME,
  'engines/ssh/hosts/trust-host.ts': HOME,
  'host/ownership.ts': OWN_DATA,
  'host/text-vectors.ts': OWN_PROGRAM,
  'host/verify-export.ts': PERSON,
  'store/audit/anchors.ts': OWN_DATA,
  'store/audit/close-segments.ts': OWN_DATA,
  'store/audit/segments.ts': OWN_DATA,
  'store/audit/signing-key.ts': OWN_DATA,
  'store/database.ts': OWN_DATA,
  'store/knowledge/acts.ts': OWN_PROGRAM,
  'store/log-sync.ts': OWN_DATA,
  'transports/http/page-files.ts': OWN_PROGRAM,
  'transports/mcp/serve/skills.ts': OWN_PROGRAM,
  'transports/pipe/host-log.ts': OWN_DATA,
  'workflows/steps/run-log.ts': OWN_DATA,
};

test('only files with a reason open others without the readers that neither wait nor read without end', () => {
  const opening = listSources(SRC).filter((file) => opensFiles(readFileSync(join(SRC, file), 'utf8')));
  expect(opening).toEqual(Object.keys(MAY_OPEN).sort());
});

test.each([
  ["import { existsSync, readFileSync } from 'node:fs';", true],
  ["import {\n  statSync,\n  openSync as open,\n} from 'node:fs';", true],
  ["import { type FileHandle, open } from 'node:fs/promises';", true],
  ["import * as fs from 'node:fs';", true],
  ["import fs from 'fs';", true],
  ["const { readFile } = await import('node:fs/promises');", true],
  ["import { existsSync, statSync } from 'node:fs';", false],
  ["import type { FileHandle } from 'node:fs/promises';", false],
  ["import { readFileSync } from './read.ts';", false],
])('%s is an opener: %s', (source, expected) => {
  expect(opensFiles(source)).toBe(expected);
});

function opensFiles(source: string): boolean {
  if (/\b(import|require)\s*\(\s*['"](node:)?fs(\/promises)?['"]/.test(source)) return true;
  const imports = source.matchAll(
    /^import\s+(?!type\b)(?:\{([^}]*)\}|[^'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/gm,
  );
  return [...imports].some(
    ([, names]) =>
      names === undefined ||
      names.split(',').some((name) => OPENERS.includes(name.trim().split(' as ')[0]?.trim() ?? '')),
  );
}
