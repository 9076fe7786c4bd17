import type { Place } from '../../src/gate/risk/place.ts';

/** Where the commands of tests would run: an open project of a user with a home. */
export const testPlace: Place = {
  cwds: ['/work/project'],
  roots: ['/work/project'],
  home: '/home/me',
  dataDir: '/home/me/.toolgate',
  allowedCommands: undefined,
  restrictedPaths: ['/etc', '/sys', '/root', '/boot'],
  startsClean: true,
};
