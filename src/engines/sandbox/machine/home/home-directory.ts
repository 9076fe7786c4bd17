import { readdirSync, type Stats, statSync } from 'node:fs';
import { SECRET_FOLDERS } from '../../../../core/path/secret-names.ts';
import { isSecretFile } from '../../../../core/path/sensitive-paths.ts';
import { oneOfInAnyCase } from '../../../../core/text/one-of.ts';

/** What is in a directory of programs or of a cache, as far as it matters. Paths, not names. */
export interface HomeDirectory {
  readonly stamp: string;
  readonly isSettled: boolean;
  readonly directories: readonly string[];
  /** Nobody must see these. */
  readonly hidden: readonly string[];
  /** Settings and notes, which may hold a credential. */
  readonly texts: readonly string[];
}

/** A change in the moment after a directory was read may leave its time as it was. */
const RACY_MS = 50;

/** As it was read before, if nothing was added, removed or renamed in it since; undefined where nobody can read it. */
export function homeDirectory(path: string, before: HomeDirectory | undefined): HomeDirectory | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
  return before?.isSettled && before.stamp === stamp ? before : read(path, stats, stamp);
}

function read(path: string, { mtimeMs, ctimeMs }: Stats, stamp: string): HomeDirectory {
  const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > RACY_MS;
  const entries = readdirSync(path, { withFileTypes: true });
  const isRepository = entries.some(({ name }) => name === 'HEAD');
  const isPackage = PACKAGES.test(`${path}/`);
  const directories: string[] = [];
  const hidden: string[] = [];
  const texts: string[] = [];
  for (const entry of entries) {
    const place = `${path}/${entry.name}`;
    // A name that is no text cannot be covered by itself.
    if (entry.name.includes('\uFFFD') && (entry.isDirectory() || isHidden(entry.name))) hidden.push(path);
    else if (entry.isDirectory()) {
      if (SECRET_FOLDERS.includes(entry.name)) hidden.push(place);
      else if (!(isRepository && entry.name === 'objects')) directories.push(place);
    } else if (entry.isSocket() || entry.isFIFO()) hidden.push(place);
    else {
      const sight = sightOf(place, entry.name, isPackage);
      if (sight === 'hidden') hidden.push(place);
      if (sight === 'read' && entry.isFile()) texts.push(place);
    }
  }
  return { stamp, isSettled, directories: kept(directories), hidden: kept(hidden), texts: kept(texts) };
}

/** There are thousands of these, and most of them hold nothing. */
const kept = (paths: readonly string[]): readonly string[] => (paths.length === 0 ? NOTHING : paths);
const NOTHING: readonly string[] = [];

/** What a name says: nobody must see it, it has to be read to know, or it may be seen. */
function sightOf(place: string, name: string, isPackage: boolean): 'hidden' | 'read' | 'seen' {
  const isKey = KEYS.test(name);
  if (isHidden(name) || (!isPackage && (LOG.test(name) || BINARY_KEYS.test(name)))) return 'hidden';
  return KEPT_BY_GIT.test(place) || (!isPackage && (isKey || SETTINGS.test(name))) ? 'read' : 'seen';
}

/** Packages bring certificates and keys of their own for tests and for the web, which programs need. */
const isHidden = (name: string): boolean => isSecretFile(name) && !KEYS.test(name) && !BINARY_KEYS.test(name);

/** A toolchain has the certificates of the web in such a file, or a private key. */
export const KEYS = /\.(pem|key|p8)$/i;
const BINARY_KEYS = /\.(p12|pfx|jks|keystore)$/i;

/** What other people wrote and a package manager unpacked: its settings are examples, its logs are part of tests. */
const PACKAGES =
  /\/(node_modules|site-packages|dist-packages|python[\d.]+|gems|registry\/src|git\/checkouts|pkg\/mod\/(?!cache\/vcs\/)|\.m2\/repository|\.rustup\/toolchains|\.nuget\/packages|_cacache)\//;

/** Programs that run in the background write down what they were started with. */
const LOG = /\.log(\.\d+)?$/i;

const SETTINGS = oneOfInAnyCase`
  \.?(npm|conda|yarn|curl|wget|maven|gem|bundle)rc hgrc rc config history repositories
  (environments|urls)\.txt pip\.conf pip\.ini .*\.(ya?ml|toml|ini|cfg|conf|cnf|properties|info)
  (.*[._-])?(config|settings|auth|registries|registry|hosts|accounts?|login|session|metadata|receipt)([._-].*)?\.(json|xml)
`;

/** Git writes down addresses as they were typed. */
const KEPT_BY_GIT = /\/(config(\.worktree)?|FETCH_HEAD|\.gitmodules|logs\/(HEAD|refs\/.+))$/;
