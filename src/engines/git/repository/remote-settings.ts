import { isAbsolute, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { ConfigEntry, ConfigFacts } from './config-scan.ts';
import { realPath } from './git-files.ts';
import { isOverridden } from './hardening.ts';
import { isInert } from './inert-keys.ts';
import type { Repository } from './repository.ts';

/**
 * Git reaches a remote with the user's passwords and keys. So the repository has a say in where it goes, which is shown, and
 * in nothing else: a proxy, a certificate or a program of its choice would see them.
 */
export function checkRemoteSettings({ own }: ConfigFacts, repository: Repository, remote: string): void {
  const other = own.find((entry) => !isHarmless(entry, repository, remote));
  if (other === undefined) return;
  throw new ToolError(
    'CONFLICT',
    // Not its value: that may be of a file it includes.
    `The configuration of the repository sets ${shownKey(other.key)}, which could hand your passwords to somebody else or start a program`,
    {
      hint: 'A person can move it to their own configuration (git config --global), or remove it (git config --unset-all).',
    },
  );
}

const LONGEST_KEY = 80;
const shownKey = (key: string): string =>
  key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}...` : key;

const isHarmless = (entry: ConfigEntry, repository: Repository, remote: string): boolean =>
  isInert(entry) ||
  isOverridden(entry) ||
  SET_OTHERWISE.test(entry.key) ||
  OTHERS.test(entry.key) ||
  isVerifying(entry) ||
  isPartOf(entry, remote) ||
  isOwnInclude(entry, repository);

/** By the environment of each run. */
const SET_OTHERWISE = /^(core\.(askpass|gitproxy)|protocol\..*)$/s;

/** Of other programs, or of commands of git that reach no remote. A header is all the repository's own. */
const OTHERS =
  /^((alias|gui|gitk|guitool|gitflow|lfs|gh|difftool|mergetool|diff|merge|browser|instaweb|web|help|man|sendemail|format|notes|rerere|stash|versionsort|gitbutler|branchless|vscode|svn|svn-remote)\..*|core\.(excludesfile|attributesfile|worktree|ignorestat)|credential\.(.*\.)?(username|usehttppath)|http\.(.*\.)?extraheader|blame\..*|submodule\..*)$/s;

const OF_REMOTE = ['promisor', 'partialclonefilter', 'uploadpack', 'receivepack'];

const isVerifying = ({ key, value }: ConfigEntry): boolean =>
  /^http\.(.*\.)?sslverify$/s.test(key) && /^(true|yes|on|1)$/i.test(value);

/**
 * A partial clone fetches what is missing from the remote that is shown, not from another. The programs at its far end are
 * named by each run.
 */
const isPartOf = ({ key, value }: ConfigEntry, remote: string): boolean =>
  OF_REMOTE.some((name) => key === `remote.${remote}.${name}`) ||
  (key === 'extensions.partialclone' && value === remote);

/** What it includes was listed with the rest. Only a plain path means the same file to every process. */
const isOwnInclude = ({ key, value }: ConfigEntry, { top, commonDir }: Repository): boolean =>
  key === 'include.path' &&
  !isAbsolute(value) &&
  !value.startsWith('~') &&
  isInside(realPath(join(commonDir, value)) ?? '/', [commonDir, ...(top === undefined ? [] : [top])]);
