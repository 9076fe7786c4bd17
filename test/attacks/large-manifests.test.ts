import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { longestWait } from '../support/longest-wait.ts';
import { someOf } from '../support/some-of.ts';

/** How long somebody else may wait; nobody notices a moment. */
/** Less than a person notices on a quiet machine; others run tests beside this one. */
const MOST_WAIT_MS = 6000;
const LONG = { timeout: 300_000 };

type Make = (root: string) => void;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const list = <T>(count: number, each: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => each(i));

const members = (count: number, each: (i: number) => readonly [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(list(count, each));

const manifest =
  (name: string, content: unknown): Make =>
  (root) =>
    put(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));

const together =
  (...makes: readonly Make[]): Make =>
  (root) => {
    for (const make of makes) make(root);
  };

const folders: Make = (root) => {
  for (let i = 0; i < 1500; i++) mkdirSync(join(root, `p${i}/${'a'.repeat(60)}`), { recursive: true });
};

/** All names of these folders come to look like it, and none does. */
const slow = (i: number): string => `**/*a*a*b${i}`;
const BRACES = '{a,b}'.repeat(8);

/** As large as a manifest may be: 8 MB is what is read of one. */
const KINDS: Readonly<Record<string, Make>> = {
  workspaces: together(folders, manifest('package.json', { workspaces: list(60_000, slow) })),
  'workspaces that are taken out': together(
    folders,
    manifest('package.json', { workspaces: ['**', ...list(60_000, (i) => `!${slow(i)}`)] }),
  ),
  'braces in workspaces': together(
    folders,
    manifest('package.json', { workspaces: list(8000, (i) => `**/${'*a'.repeat(400)}${BRACES}${i}`) }),
  ),
  'workspaces of pnpm': together(
    folders,
    manifest('package.json', {}),
    manifest('pnpm-workspace.yaml', `packages:\n${list(2000, (i) => `  - "${slow(i)}"\n`).join('')}`),
  ),
  'members of a crate': together(
    folders,
    manifest('Cargo.toml', `[workspace]\nmembers = [${list(60_000, (i) => `"${slow(i)}"`).join()}]\n`),
  ),
  crates: (root) => {
    manifest('Cargo.toml', '[workspace]\nmembers = ["*"]\n')(root);
    for (let i = 0; i < 500; i++)
      put(join(root, `c${i}/Cargo.toml`), `[package]\nname = "${'c'.repeat(16_000)}"\n`);
  },
  scripts: manifest('package.json', {
    scripts: members(60_000, (i) => [`s${i}`, `npm run s${i + 1}; npm run s${(i * 7) % 60_000}`]),
  }),
  'scripts named by patterns': manifest('package.json', {
    scripts: members(60_000, (i) => [`s${i}`, `run-p ${list(20, (k) => `s*${k}*${i}`).join(' ')}`]),
  }),
  dependencies: manifest('package.json', { dependencies: members(300_000, (i) => [`d${i}`, '1.0.0']) }),
  'one long script': manifest('package.json', { scripts: { s0: 'npm run s0 && '.repeat(500_000) } }),
  'tables of Python': manifest(
    'pyproject.toml',
    list(150_000, (i) => `[tool.t${i}.x]\nname = "${i}"\n`).join(''),
  ),
  'targets of make': manifest('Makefile', list(400_000, (i) => `t${i}: t${i + 1}\n`).join('')),
  'a line without end for make': manifest('Makefile', 'test a '.repeat(1_100_000)),
  'scripts of composer': manifest('composer.json', { scripts: members(300_000, (i) => [`s${i}`, 'x']) }),
  'tasks of deno': manifest('deno.json', { tasks: members(300_000, (i) => [`s${i}`, 'x']) }),
};

const callsIn = (path: string) =>
  [
    ['get_project', { path }],
    ['list_projects', {}],
    ['list_project_scripts', { projectPath: path }],
    ['explain_call', { tool: 'run_npm_script', args: { projectPath: path, scriptName: 's0' } }],
    ['explain_call', { tool: 'run_script', args: { projectPath: path, scriptName: 's0' } }],
    ['explain_call', { tool: 'run_tests', args: { path } }],
    ['explain_call', { tool: 'run_build', args: { path } }],
  ] as const;

for (const [kind, make] of someOf(Object.entries(KINDS), 2))
  test(`others get their answers while a project is looked at that has very many ${kind}`, LONG, async () => {
    const made = createTestHost();
    make(join(made.root, 'hostile'));
    for (const [tool, args] of callsIn(join(made.root, 'hostile'))) {
      const { worst, own } = await longestWait(made, made.call(tool, args));
      expect(worst, JSON.stringify([tool, args])).toBeLessThan(MOST_WAIT_MS);
      expect(own, JSON.stringify([tool, args])).toBeLessThan(30_000);
    }
  });

test('a project with more workspaces than are looked at says so', async () => {
  const made = createTestHost();
  const workspaces = ['packages/*', ...list(1500, (i) => `none${i}/*`)];
  put(join(made.root, 'package.json'), JSON.stringify({ workspaces }));
  put(join(made.root, 'packages/one/package.json'), '{"name":"one"}');
  expect(dataOf(await made.call('get_project', { path: made.root }))).toMatchObject({
    workspaces: [{ name: 'one', path: 'packages/one' }],
    leftOut: 'There may be more workspaces: only 1000 of 1501 workspace globs are looked at.',
  });
});
