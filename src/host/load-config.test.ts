import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { type Config, configSchema } from '../core/config.ts';
import { CONFIG_KEYS, DEFAULT_CONFIG } from './config-facts.ts';
import { dataDirOf, loadConfig, narrowedBy } from './load-config.ts';

function fileWith(content: unknown): string {
  const path = join(temporaryDirectory(), 'config.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function projectWith(content: unknown): string {
  const directory = join(temporaryDirectory(), 'project');
  mkdirSync(directory);
  writeFileSync(join(directory, 'toolgate.json'), JSON.stringify(content));
  return directory;
}

const configOf = (values: Partial<Config>): Config => configSchema.parse(values);

test('flag comes before environment before file before default, key by key', async () => {
  const config = await loadConfig({
    flags: { port: 3 },
    env: { TOOLGATE_PORT: '2', TOOLGATE_LIMITS_SESSIONS: '9', TOOLGATE_HOST: '' },
    userFile: fileWith({ port: 1, host: 'localhost', limits: { sessions: 8, connections: 7 } }),
  });
  expect(config).toEqual(
    configSchema.parse({ port: 3, host: 'localhost', limits: { sessions: 9, connections: 7 } }),
  );
});

test('every key but toolModules has a name of its own in the environment', () => {
  const without = CONFIG_KEYS.filter(({ env }) => env === '');
  expect(without.map(({ path }) => path)).toEqual([['toolModules']]);
  const names = CONFIG_KEYS.filter((key) => !without.includes(key)).map(({ env }) => env);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(TOOLGATE|OTEL)_[A-Z]+(_[A-Z]+)*$/);
});

test('lists, truth values and records are read from the environment', async () => {
  const { packs, autoApprove, toolPermissions } = await loadConfig({
    env: {
      TOOLGATE_PACKS: 'git, ci',
      TOOLGATE_AUTO_APPROVE_ENABLED: 'true',
      TOOLGATE_TOOL_PERMISSIONS: '{"git_push":"blocked"}',
    },
    userFile: fileWith({}),
  });
  expect({ packs, autoApprove, toolPermissions }).toEqual({
    packs: ['git', 'ci'],
    autoApprove: { enabled: true, tools: [] },
    toolPermissions: { git_push: 'blocked' },
  });
});

test('compat alone means the default packs with their older names; beside another it adds none', async () => {
  const packsIn = async (packs: readonly string[]) =>
    (await loadConfig({ env: {}, userFile: fileWith({ packs }) })).packs;
  expect(await packsIn(['compat'])).toEqual([...DEFAULT_CONFIG.packs, 'compat']);
  expect(await packsIn(['git', 'compat'])).toEqual(['git', 'compat']);
  expect(await packsIn([])).toEqual([]);
});

test('without anything to check, the configuration is what the schema says', async () => {
  const nowhere = { env: {}, userFile: fileWith({}) };
  expect(await loadConfig(nowhere)).toEqual(configSchema.parse({}));
  expect(await loadConfig({ ...nowhere, flags: { dataDir: '/d' } })).toEqual(
    configSchema.parse({ dataDir: '/d' }),
  );
  await expect(loadConfig({ ...nowhere, flags: { dataDir: 7 } })).rejects.toThrow('dataDir');
  expect(DEFAULT_CONFIG).toEqual(configSchema.parse({}));
});

test('an empty data directory means the one in the home directory', () => {
  expect(dataDirOf({ dataDir: '' })).toBe(join(homedir(), '.toolgate'));
  expect(dataDirOf({ dataDir: 'here' })).toBe(join(process.cwd(), 'here'));
});

test('a project without a file changes nothing', async () => {
  const config = configOf({ permissionLevel: 'full_access' });
  expect(await narrowedBy(config, temporaryDirectory())).toEqual(config);
});

test('a project takes away what it may, and the rest stays as the user has it', async () => {
  const config = configOf({
    permissionLevel: 'full_access',
    packs: ['git', 'ci'],
    toolPermissions: { git_push: 'allowed', git_log: 'blocked' },
    outputBudgetBytes: 1000,
    port: 5,
  });
  const project = projectWith({
    $schema: 'ignored',
    permissionLevel: 'read_only',
    packs: ['git', 'shell'],
    profile: 'core',
    toolPermissions: { git_push: 'confirm', git_log: 'allowed', git_diff: 'allowed', git_add: 'blocked' },
    outputBudgetBytes: 2000,
  });
  expect(await narrowedBy(config, project)).toEqual({
    ...config,
    permissionLevel: 'read_only',
    packs: ['git'],
    profile: 'core',
    toolPermissions: { git_push: 'confirm', git_log: 'blocked', git_add: 'blocked' },
  });
});

test('a project that tries to give is told what it may set', async () => {
  await expect(narrowedBy(configOf({}), projectWith({ roots: ['/'] }))).rejects.toThrow(
    /toolgate\.json: "roots" can only be set by you.*a project may set permissionLevel, toolPermissions/,
  );
});
