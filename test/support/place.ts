import type { Risk } from '../../src/core/risk.ts';
import type { Place } from '../../src/gate/risk/place.ts';
import { judgeShell } from '../../src/gate/risk/walk/judge-shell.ts';

/** Where the commands of tests would run: an open project of a user with a home. */
export const testPlace: Place = {
  cwds: ['/work/project'],
  roots: ['/work/project'],
  home: '/home/me',
  dataDir: '/home/me/.toolgate',
  allowedCommands: undefined,
  restrictedPaths: ['/etc', '/sys', '/root', '/boot'],
};

export const riskOf = (line: string): Risk => judgeShell(line, testPlace).risk;
