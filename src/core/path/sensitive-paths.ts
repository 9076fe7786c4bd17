import { basename, sep } from 'node:path';
import { withoutEnd } from '../text/trim-end.ts';
import { remember } from '../timing/remember.ts';
import { isBuildName } from './build-names.ts';
import { bracesIn } from './expand-braces.ts';
import { isGitContent } from './git-content.ts';
import { fitsGlob, mayMatchGlob } from './match-glob.ts';
import { isInside } from './paths.ts';
import { isProtectedName } from './protected-names.ts';
import { isSecretName } from './secret-names.ts';

/** Compared in one spelling: a file system that ignores case must not let another spelling through. */
const fold = (path: string): string =>
  // Most names need no more than this.
  PLAIN.test(path)
    ? path.toLowerCase()
    : path
        .normalize('NFKC')
        .toLowerCase()
        .split(sep)
        // Windows takes dots, blanks and streams at the end of a name for nothing, and git~1 for .git.
        .map((name) =>
          /^\.{1,2}$/.test(name)
            ? name
            : withoutEnd(name, '. ')
                .replace(/::?\$\w+$/, '')
                .replace(/^git~\d$/, '.git'),
        )
        .join(sep);

/** The same for whole paths, which are asked about several times in a call. */
const folded = remember(fold);

const PLAIN = /^(?:[\w@+,/-]|\.(?![/ .]|$)|(?<=^|\/)\.{1,2}(?=\/|$))*$/;

/** A file whose name says that it holds secrets. */
export const isSecretFile = (path: string): boolean => hasSecretName(basename(path));

/** What git keeps about a repository: addresses of remotes carry tokens. */
export const mayHoldTokens = (path: string): boolean =>
  /(^|\/)config(\.worktree)?$/i.test(path) && /(^|\/)\.git\//i.test(path);

// By the last part alone: a walk through a tree finds the same names in every directory.
const hasSecretName = remember((name) => isSecretName(fold(name)));

/** A file of a repository, by its path there: also one that is kept where programs look for keys. */
export const isSecretInTree = (path: string): boolean =>
  isSecretFile(path) || (isSecretAnywhere(path) && !folded(path).endsWith('.pub'));

/** Below the home directory. */
export const SECRET_PLACES = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.password-store',
  '.local/share/keyrings',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
  '.config/op',
  '.terraform.d',
  '.vault-token',
  '.netrc',
  '.git-credentials',
  '.config/rclone',
  '.config/toolgate',
  '.local/state/toolgate',
];

/** The same, and the files in which programs keep a password beside their settings. */
export const HOME_CREDENTIALS: readonly string[] = [
  ...SECRET_PLACES,
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.s3cfg',
  '.boto',
  '.dockercfg',
  '.gitconfig',
  '.config/git',
  '.config/pip',
  '.config/composer',
  '.config/containers/auth.json',
  '.config/helm',
  '.config/doctl',
  '.config/flyctl',
  '.fly',
  '.vercel',
  '.netlify',
  '.cargo/credentials.toml',
  '.cargo/credentials',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.gem/credentials',
  '.bundle/config',
  '.composer/auth.json',
  '.nuget/NuGet/NuGet.Config',
  '.yarn/.yarnrc.yml',
  '.deno/credentials.json',
  '.local/share/uv/credentials',
  '.sbt/.credentials',
  '.sbt/1.0/credentials.sbt',
  '.mix/hex.config',
  '.hex/hex.config',
  '.pub-cache/credentials.json',
  '.conda/.condarc',
];

/** A directory, or a file in it, that is there to hold keys and credentials. */
export function isSecretPlace(path: string, home: string): boolean {
  const name = folded(path);
  if (name.endsWith('.pub')) return false;
  return isInside(name, placesIn(home)) || isSecretAnywhere(path);
}

const isSecretAnywhere = remember(
  (path) =>
    /(^|\/)\.(ssh|aws|gnupg|kube)\/.+/.test(folded(path)) ||
    isGitContent(folded(path)) ||
    /^\/proc\/[^/]+\/(environ|mem|maps|cmdline|fd)(\/|$)/.test(path),
);

/** A directory above one of these: a walk through all of it comes across them. */
export const holdsSecretPlaces = (path: string, home: string): boolean =>
  path === '/' || placesIn(home).some((place) => isInside(place, [folded(path)]));

// Programs keep what they can do without here; what lies elsewhere under a dot is read when they start.
const CACHES =
  /^\.(cache|npm|nvm|cargo\/registry|rustup|gradle\/caches|m2\/repository|local\/(share|state|bin|lib)|pyenv|rbenv|yarn|pnpm-store|bun|deno|vscode-server|Trash|claude\/(plans|projects|todos))(\/|$)/;

/** A file of the home directory by which shells, editors and tools are set up. */
export function isStartUpFile(path: string, home: string): boolean {
  if (!isInside(path, [home])) return false;
  const inHome = path.slice(home.length + 1);
  return inHome.startsWith('.') && !CACHES.test(inHome);
}

const knownPlaces = new Map<string, readonly string[]>();

/** Every call asks, and there is hardly ever more than one home. */
function placesIn(home: string): readonly string[] {
  const places = knownPlaces.get(home) ?? SECRET_PLACES.map((place) => folded(`${home}${sep}${place}`));
  knownPlaces.set(home, places);
  return places;
}

// One of each kind: a pattern that fits one of them may show a secret.
const SECRET_SAMPLES = [
  '.env',
  '.npmrc',
  '.netrc',
  '.pgpass',
  '.envrc',
  '.git-credentials',
  'id_rsa',
  'id_ed25519',
];

/** A pattern that finds files with secrets and few others: `*` is everybody's, `*.e*` is not. */
export const isSecretGlob = (glob: string): boolean =>
  // A shell can be told to find names in small and large letters alike.
  bracesIn(glob.toLowerCase())?.some(isMostlySecret) ?? true;

const isMostlySecret = (glob: string): boolean =>
  /\.(pem|key|p12|pfx|env)$/.test(glob) ||
  (SECRET_SAMPLES.some((name) => matchesHidden(name, glob)) &&
    !ORDINARY_SAMPLES.some((name) => fitsGlob(name, glob)));

/** A search that looks at hidden files takes their dot for a letter like any other. */
const matchesHidden = (name: string, glob: string): boolean =>
  mayMatchGlob(name, glob) || mayMatchGlob(name.replace(/^\./, 'x.'), glob);

const ORDINARY_SAMPLES = ['readme.md', 'index.ts', 'main.py', 'data.json'];

/** A name or a pattern of names, as it is given to a search, that is meant to find files with secrets. */
export const namesSecrets = (pattern: string): boolean => {
  const name = basename(pattern);
  return !pattern.startsWith('!') && (isSecretFile(name) || isSecretGlob(name));
};

/** A file that decides what programs run later; writing one is a way around every other check. */
export const isProtected = (path: string): boolean => isProtectedName(folded(path), path);

/** A file that decides how the project is built, installed, tested or deployed. */
export const isBuildFile = (path: string): boolean => isBuildName(folded(basename(path)), folded(path));

const CONFIG_NAME =
  /^(\.[\w-]+rc(\.(json|jsonc|js|cjs|mjs|ts|ya?ml|toml))?|.*\.config\.[cm]?[jt]s|.*\.(ya?ml|toml|ini|cfg|conf|cnf|properties|plist|editorconfig)|\.?(config|settings|appsettings|launchsettings)([.-][\w-]+(\.[\w-]+)*)?\.(jsonc?|xml)|(web|app|nuget)\.config|\.git(ignore|modules|config))$/;

/** A file by which the project, or a program that works on it, is set up. */
export const isConfigFile = remember((path) => CONFIG_NAME.test(fold(basename(path))) || isBuildFile(path));
