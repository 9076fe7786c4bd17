import { join } from 'node:path';
import { loginSoFar } from '../../process/child/login-environment.ts';
import { runsInView } from '../../sandbox/reader-view.ts';
import { ownProgram } from '../../system/own-program.ts';
import type { ConfigFacts } from '../repository/config-scan.ts';
import type { GitCapability } from './git-process.ts';

/**
 * What git finds beside the open directories and the system when it only reads: the user's own settings. Undefined where
 * it cannot be shown so little.
 */
export function readingView(
  facts: ConfigFacts,
  { sandbox, roots, home }: Pick<GitCapability, 'sandbox' | 'roots' | 'home'>,
): readonly string[] | undefined {
  const hasBubblewrap = sandbox !== 'none' && process.platform === 'linux';
  if (!hasBubblewrap || roots.includes('/') || !runsInView(ownProgram('git'))) return undefined;
  const settings = join(loginSoFar().XDG_CONFIG_HOME ?? join(home, '.config'), 'git');
  return [
    ...facts.trustedFiles,
    ...['ignore', 'attributes'].map((name) => join(settings, name)),
    ...facts.trusted.flatMap(({ key, value }) => (NAMES_FILE.test(key) ? absolute(value, home) : [])),
  ].filter((file) => file.startsWith('/'));
}

const NAMES_FILE = /^(core\.(excludesfile|attributesfile)|diff\.orderfile|mailmap\.file)$/;

const absolute = (value: string, home: string): string[] => {
  if (value.startsWith('~/')) return [join(home, value.slice(2))];
  return value.startsWith('/') ? [value] : [];
};
