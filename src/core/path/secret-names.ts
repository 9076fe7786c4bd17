/**
 * Names of files that hold secrets, as globs of `*`, `?` and braces: code that asks for one name uses
 * `isSecretName`, a program that walks a tree is handed the globs.
 */
export const SECRET_NAMES: readonly string[] = [
  '.env',
  '.env{.,-,_}?*',
  '.env~',
  '.{env,*.env}{,.*}.sw?',
  '.dev.vars',
  '*.env',
  '.envrc',
  '{.,_}netrc',
  '.{pgpass,npmrc,pypirc,git-credentials,htpasswd,dockercfg,s3cfg,boto,my.cnf}',
  'credentials',
  'credentials.{json,yml,yaml,toml,xml,properties}',
  '{secret,secrets}',
  '{secret,secrets}.{json,yml,yaml,toml,env,xml,properties,txt}',
  '*service{-,_,}account*.json',
  '*.{pem,key,p8,p12,pfx,jks,keystore,kdbx,ppk,age,ovpn}',
  '*_{rsa,dsa,ecdsa,ed25519}',
  'id_{rsa,dsa,ecdsa,ed25519}{.bak,.old,~}',
  '.vault-token',
  'local.settings.json',
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

/** Directories that hold keys wherever they are. */
export const SECRET_FOLDERS: readonly string[] = ['.ssh', '.aws', '.gnupg', '.kube'];

/** A name in lower case that says that it holds secrets. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !SAMPLE_NAME.test(name);

const SECRET_NAME = toPattern(SECRET_NAMES);
const SAMPLE_NAME = toPattern(SECRET_SAMPLES);

function toPattern(globs: readonly string[]): RegExp {
  const parts: Readonly<Record<string, string>> = { '*': '.*', '?': '.', '{': '(?:', ',': '|', '}': ')' };
  const alternatives = globs.map((glob) =>
    glob.replace(/[^\w-]/g, (character) => parts[character] ?? `\\${character}`),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`, 's');
}
