import { expect, test } from 'vitest';
import type { Access } from '../../../core/process/sandbox.ts';
import { macosProfile } from './macos-profile.ts';

const HOME = {
  toolchains: ['/Users/u/.nvm'],
  caches: ['/Users/u/.npm'],
  hidden: ['/Users/u/.nvm/.env', '/Users/u/.cargo/config.toml'],
};

const profileFor = (access: readonly Access[]): string[] =>
  macosProfile({
    reach: { roots: ['/w'], access, hidden: ['/data'], readOnly: ['/program'], home: '/Users/u', tmp: '/t' },
    finds: [
      {
        secrets: ['/w/.env'],
        protected: ['/w/.git'],
        linked: [],
        dependencies: [],
        unseen: [],
        settingLinks: [],
        beyond: [],
        isComplete: true,
      },
    ],
    programs: { places: ['/Users/ada/tools/bin'], hidden: ['/Users/ada/tools/bin/.env'] },
    home: HOME,
  }).split('\n');

const denied = (access: readonly Access[]): string =>
  profileFor(access)
    .filter((line) => line.startsWith('(deny'))
    .join('\n');

test('what nobody was asked about can change nothing, connect to nothing and see no secret', () => {
  const lines = profileFor([]);
  expect(lines).toContain('(deny default)');
  expect(lines).toContain('(deny network*)');
  expect(lines).toContain('(deny file-write* (subpath "/w"))');
  expect(denied([])).toContain('(subpath "/w/.env")');
  expect(denied([])).toContain('(subpath "/Users/u/.ssh")');
  expect(denied([])).toContain('(subpath "/data")');
});

test('each access opens what it names, and never what decides which programs run', () => {
  expect(profileFor(['network'])).toContain('(allow network*)');
  expect(profileFor(['write'])).not.toContain('(deny file-write* (subpath "/w"))');
  expect(denied(['write'])).toContain('(literal "/w/.git")');
  expect(denied(['write'])).toMatch(/regex #".*hooks/);
  expect(denied(['secrets'])).not.toContain('/Users/u/.ssh');
  expect(denied(['host', 'secrets'])).toContain('(subpath "/data")');
});

test('a name cannot end the rule it stands in', () => {
  const profile = macosProfile({
    reach: { roots: ['/w") (allow default) ("'], access: [], hidden: [], readOnly: [], home: '/Users/u' },
    finds: [],
    programs: { places: ['/Users/ada/tools/bin'], hidden: ['/Users/ada/tools/bin/.env'] },
    home: HOME,
  });
  expect(profile).not.toContain('/w") (allow');
});
