import { LFS_FILTER } from '../../../core/git/git-config.ts';
import type { ConfigEntry, ConfigFacts } from './config-scan.ts';
import { isInert } from './inert-keys.ts';

/** What git may start of what the repository itself names. */
export interface Allowed {
  /** The hooks of this directory run: for commits, merges and pushes a person allowed. Git's own way to read its setting may lead to another one. */
  readonly hooksPath?: string | undefined;
  /** Its filters and merge drivers run, in the sandbox: without them it would store or check out the wrong bytes. */
  readonly drivers?: boolean;
}

/** Configuration that takes the word from the repository wherever its word could start a program or read a file. */
export function hardenedConfig({ trusted, own }: ConfigFacts, allowed: Allowed = {}): ConfigEntry[] {
  return [
    ...ALWAYS,
    { key: 'core.hooksPath', value: allowed.hooksPath ?? '/dev/null' },
    ...overridden(own, trusted, allowed),
    ...credentialHelpers(trusted),
    // In a sandbox the user's configuration is shown in part.
    ...trusted.filter(({ key }) => key.startsWith('filter.') && own.every((entry) => entry.key !== key)),
  ];
}

const ALWAYS: readonly ConfigEntry[] = [
  { key: 'core.fsmonitor', value: 'false' },
  // Names in diffs and messages as they are, not as octal escapes.
  { key: 'core.quotePath', value: 'false' },
  { key: 'color.ui', value: 'false' },
  // A collection in the background would outlive the call, and has a hook of its own.
  { key: 'gc.auto', value: '0' },
  { key: 'maintenance.auto', value: 'false' },
  // What is handed over and read here is UTF-8; another label on a commit would garble it for good.
  { key: 'i18n.commitEncoding', value: 'UTF-8' },
  { key: 'i18n.logOutputEncoding', value: 'UTF-8' },
  // Else the first commit would seem to change nothing.
  { key: 'log.showRoot', value: 'true' },
  { key: 'log.showSignature', value: 'false' },
  { key: 'log.mailmap', value: 'false' },
  { key: 'diff.submodule', value: 'short' },
  // Else files that were only touched would be listed as changed, and an empty line of context look torn.
  { key: 'diff.autoRefreshIndex', value: 'true' },
  { key: 'diff.suppressBlankEmpty', value: 'false' },
  { key: 'submodule.recurse', value: 'false' },
  { key: 'fetch.recurseSubmodules', value: 'false' },
  { key: 'push.recurseSubmodules', value: 'no' },
  { key: 'blame.ignoreRevsFile', value: '' },
];

interface Rule {
  readonly keys: RegExp;
  /** What it is set to where the user has no value of their own. */
  readonly neutral: string;
  readonly isDriver?: boolean;
}

// Keys as git prints them: section and name in lower case, what stands between them as written.
const RULES: readonly Rule[] = [
  { keys: /^filter\..*\.(clean|smudge|process)$/s, neutral: '', isDriver: true },
  { keys: /^filter\..*\.required$/s, neutral: 'false', isDriver: true },
  // An empty driver would call every conflict solved; this one calls it a conflict.
  { keys: /^merge\..*\.driver$/s, neutral: 'false', isDriver: true },
  { keys: /^diff\..*\.(command|textconv)$/s, neutral: 'cat' },
  { keys: /^diff\.external$/, neutral: 'true' },
  { keys: /^diff\.orderfile$/, neutral: '/dev/null' },
  { keys: /^mailmap\.(file|blob)$/, neutral: '' },
  { keys: /^commit\.template$/, neutral: '/dev/null' },
  { keys: /^core\.sshcommand$/, neutral: 'ssh -o BatchMode=yes' },
  { keys: /^core\.alternaterefscommand$/, neutral: 'true' },
  { keys: /^(core\.pager|pager\..*)$/s, neutral: 'cat' },
  { keys: /^(core|sequence)\.editor$/, neutral: 'true' },
  { keys: /^gpg\.program$/, neutral: 'gpg' },
  { keys: /^gpg\.openpgp\.program$/, neutral: 'gpg' },
  { keys: /^gpg\.x509\.program$/, neutral: 'gpgsm' },
  { keys: /^gpg\.ssh\.program$/, neutral: 'ssh-keygen' },
  { keys: /^gpg\.ssh\.defaultkeycommand$/, neutral: '' },
  { keys: /^interactive\.difffilter$/, neutral: 'cat' },
  { keys: /^uploadpack\.packobjectshook$/, neutral: '' },
  { keys: /^gc\.recentobjectshook$/, neutral: '' },
  { keys: /^trailer\..*\.(command|cmd)$/s, neutral: 'true' },
  { keys: /^submodule\..*\.update$/s, neutral: 'none' },
  // Cookies are written to a file of the repository's choice.
  { keys: /^http\.(.*\.)?savecookies$/s, neutral: 'false' },
  { keys: /^http\.(.*\.)?cookiefile$/s, neutral: '' },
];

function overridden(
  own: readonly ConfigEntry[],
  trusted: readonly ConfigEntry[],
  allowed: Allowed,
): ConfigEntry[] {
  const keys = [...new Set(own.map(({ key }) => key))];
  return keys.flatMap((key) => {
    const rule = RULES.find(({ keys: pattern }) => pattern.test(key));
    if (!rule || (rule.isDriver && allowed.drivers)) return [];
    return [{ key, value: lastValue(trusted, key) ?? rule.neutral }];
  });
}

const isHelper = ({ key }: ConfigEntry): boolean => /^credential\.(.*\.)?helper$/s.test(key);

/** The list is emptied and filled again with the user's own; an address may have helpers of its own. */
const credentialHelpers = (trusted: readonly ConfigEntry[]): ConfigEntry[] => [
  { key: 'credential.helper', value: '' },
  ...trusted.filter(isHelper),
];

/** Whether what the repository says here is never heard. */
export const isOverridden = (entry: ConfigEntry): boolean =>
  isHelper(entry) || RULES.some(({ keys, isDriver }) => !isDriver && keys.test(entry.key));

/** Whether the repository may name a program or a file that a read would start or read, were it not overridden. */
export const isArmed = ({ own }: ConfigFacts): boolean => !own.every(isInert);

/**
 * Filters of the user that may run what they find in the directory they are started in, which is the repository's: all but
 * those of git-lfs.
 */
export const hasOtherFilters = ({ trusted }: ConfigFacts): boolean =>
  trusted.some(
    ({ key, value }) =>
      /^filter\..*\.(clean|smudge|process)$/s.test(key) && value !== '' && !LFS_FILTER.test(value),
  );

/** Whether it brings filters or merge drivers along, which decide what bytes are stored and checked out. */
export const hasOwnDrivers = ({ own }: ConfigFacts): boolean =>
  own.some(
    ({ key, value }) => value !== '' && /^(filter\..*\.(clean|smudge|process)|merge\..*\.driver)$/s.test(key),
  );

/** The last one counts, as in git. */
export const lastValue = (entries: readonly ConfigEntry[], key: string): string | undefined =>
  entries.findLast((entry) => entry.key === key)?.value;
