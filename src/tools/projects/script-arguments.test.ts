import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { managerOnPath, type TestManager } from '../../../test/support/package-managers.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const HOSTILE = [
  '; touch x1',
  '$(touch x2)',
  '`touch x3`',
  'new\nline; touch x4',
  '--flag',
  '-v',
  '--',
  '--script-shell=/bin/false',
  'a b',
  '',
  "it's",
  '"q"',
  '\\back',
  '$HOME',
  '*',
  '!x',
  '&& touch x5',
];

const NAMES = ['; touch y1', '$(touch y2)', '--dash'];

const SHOW = { 'show.js': 'console.log("ARGS" + JSON.stringify(process.argv.slice(2)));' };

const argsIn = (stdout: unknown): unknown => JSON.parse(/ARGS(.*)/.exec(String(stdout))?.[1] ?? 'null');

const LOCKS: Readonly<Record<TestManager | 'npm', Record<string, string>>> = {
  npm: { 'package-lock.json': '{"lockfileVersion":3,"packages":{}}' },
  pnpm: { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" },
  yarn: { 'yarn.lock': '' },
  berry: {
    'yarn.lock':
      '# yarn\n\n__metadata:\n  version: 8\n\n"p@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "p@workspace:."\n  languageName: unknown\n  linkType: soft\n',
    '.yarnrc.yml': 'enableTelemetry: false\nnodeLinker: node-modules\n',
    'node_modules/.yarn-state.yml':
      '__metadata:\n  version: 1\n  nmMode: classic\n\n"p@workspace:.":\n  locations:\n    - ""\n',
  },
};

test.each(['npm', 'pnpm', 'yarn', 'berry'] as const)(
  'with %s, hostile arguments and names of scripts run nothing and arrive as they are',
  async (manager) => {
    const env = manager === 'npm' ? {} : { PATH: managerOnPath(manager) };
    const host = createTestHost({}, { env: { ...env, npm_config_update_notifier: 'false' } });
    const scripts = Object.fromEntries([
      ['show', 'node show.js'],
      ...NAMES.map((name) => [name, 'node show.js']),
    ]);
    writeFiles(host.root, { ...SHOW, 'package.json': { name: 'p', scripts }, ...LOCKS[manager] });
    const shown = await callApproved(host, 'run_npm_script', {
      projectPath: '.',
      scriptName: 'show',
      args: HOSTILE,
    });
    expect(dataOf(shown.answer)).toMatchObject({
      exitCode: 0,
      packageManager: manager === 'berry' ? 'yarn' : manager,
    });
    expect(argsIn(dataOf(shown.answer).stdout)).toEqual(HOSTILE);
    for (const scriptName of NAMES) {
      const { answer } = await callApproved(host, 'run_npm_script', {
        projectPath: '.',
        scriptName,
        args: ['$(id)'],
      });
      expect(argsIn(dataOf(answer).stdout), scriptName).toEqual(['$(id)']);
    }
    expect(readdirSync(host.root).filter((name) => /^[xy]\d$/.test(name))).toEqual([]);
  },
  60_000,
);
