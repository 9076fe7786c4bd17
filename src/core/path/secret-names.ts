import { namesPattern } from './names-pattern.ts';

/**
 * Names of files that hold secrets, as globs of `*`, `?` and braces: code that asks for one name uses
 * `isSecretName`, a program that walks a tree is handed the globs.
 */
export const SECRET_NAMES: readonly string[] = [
  '.env',
  '.env{.,-,_}?*',
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

/** A name in lower case that says that it holds secrets, or that it is a copy of such a file. */
export const isSecretName = (name: string): boolean =>
  !SAMPLE_NAME.test(name) && (SECRET_NAME.test(name) || isCopyOfSecret(name));

/** Editors and people leave copies behind: `.env~`, `#.env#`, `.server.key.swo`, `server.pem.1`. */
function isCopyOfSecret(name: string): boolean {
  const plain = name
    .replace(/^#(.+)#$/, '$1')
    .replace(/^\.(.+)\.(sw[a-z]|un~)$/, '$1')
    .replace(/(\.~\d+~|(?<!~)~+|\.(bak|old|orig|save|backup))$/, '')
    .replace(/(\.(pem|key|p12|pfx|env))\.\d+$/, '$1');
  return plain !== name && SECRET_NAME.test(plain) && !SAMPLE_NAME.test(plain);
}

const SECRET_NAME = namesPattern(SECRET_NAMES);
const SAMPLE_NAME = namesPattern(SECRET_SAMPLES);
