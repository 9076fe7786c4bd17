import { basename, sep } from 'node:path';
import { isInside } from './paths.ts';

/** Compared in one spelling: a file system that ignores case must not let another spelling through. */
export const folded = (path: string): string => path.normalize('NFC').toLowerCase();

/**
 * Names of files that hold secrets, as globs of `*`, `?` and braces: whoever asks for one name uses
 * `isSecretFile`, a program that walks a tree is handed the globs.
 */
export const SECRET_NAMES: readonly string[] = [
  '.env',
  '.env.?*',
  '*.env',
  '.envrc',
  '{.,_}netrc',
  '.{pgpass,npmrc,pypirc,git-credentials,htpasswd,dockercfg,s3cfg,boto,my.cnf}',
  'credentials',
  'credentials.{json,yml,yaml,toml,xml,properties}',
  '{secret,secrets}',
  '{secret,secrets}.{json,yml,yaml,toml,env,xml,properties,txt}',
  'service{-,_}account*.json',
  '*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk,age,ovpn}',
  '*_{rsa,dsa,ecdsa,ed25519}',
  'id_{rsa,dsa,ecdsa,ed25519}_sk',
  '{shadow,shadow-,gshadow,gshadow-,sudoers}',
  '{terraform.tfstate,terraform.tfstate.backup,*.tfvars}',
  '{kubeconfig,wallet.dat}',
  '{password,passwords}',
  '{password,passwords}.{txt,csv}',
  '.{bash,zsh,python,node_repl,mysql,psql}_history',
];

/** Made to be shared: they show which names there are, with nothing in them. Taken out of the names above. */
export const SECRET_SAMPLES: readonly string[] = [
  '*.{example,sample,template,dist,default,defaults,tpl,pub}',
];

/** A file whose name says that it holds secrets. */
export function isSecretFile(path: string): boolean {
  const name = folded(basename(path));
  return SECRET_NAME.test(name) && !SAMPLE_NAME.test(name);
}

const SECRET_NAME = toPattern(SECRET_NAMES);
const SAMPLE_NAME = toPattern(SECRET_SAMPLES);

function toPattern(globs: readonly string[]): RegExp {
  const parts: Readonly<Record<string, string>> = { '*': '.*', '?': '.', '{': '(?:', ',': '|', '}': ')' };
  const alternatives = globs.map((glob) =>
    glob.replace(/[^\w-]/g, (character) => parts[character] ?? `\\${character}`),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`, 's');
}

/** Directories that hold keys wherever they are. */
export const SECRET_FOLDERS: readonly string[] = ['.ssh', '.aws', '.gnupg', '.kube'];

const SECRET_PLACES = [
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
];

/** A directory, or a file in it, that is there to hold keys and credentials. */
export function isSecretPlace(path: string, home: string): boolean {
  const name = folded(path);
  if (name.endsWith('.pub')) return false;
  return (
    isInside(name, foldedPlacesIn(home)) ||
    /(^|\/)\.(ssh|aws|gnupg|kube)\/.+/.test(name) ||
    /^\/proc\/[^/]+\/(environ|mem|maps|cmdline|fd)(\/|$)/.test(path)
  );
}

/** Where a home keeps keys and credentials. */
export const secretPlacesIn = (home: string): readonly string[] =>
  SECRET_PLACES.map((place) => `${home}${sep}${place}`);

const knownPlaces = new Map<string, readonly string[]>();

/** Every call asks, and there is hardly ever more than one home. */
function foldedPlacesIn(home: string): readonly string[] {
  const places = knownPlaces.get(home) ?? secretPlacesIn(home).map(folded);
  knownPlaces.set(home, places);
  return places;
}
