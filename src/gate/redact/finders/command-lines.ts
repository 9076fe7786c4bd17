import { isAlphanumeric, matchAt } from '../scan/boundaries.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { reportCookies } from './cookies.ts';

/** Before the secret there is an option, or the word that takes its place. */
const OPTION = /[ \t](?:[-/]|add_user|change_password|alias set|http-basic)/g;
const LONGEST_ARGUMENTS = 180;

function indexOrEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
}

interface WordForm {
  /** A user name and a colon (or other sign) stand before the password. */
  readonly pairedBy?: string;
  /** Not every cookie is a secret. */
  readonly isCookie?: boolean;
}

interface Program extends WordForm {
  readonly names: readonly string[];
  /** The option before the secret. */
  readonly option: string;
}

/** Programs that take a secret as an argument without calling it by a name. */
const PROGRAMS: readonly Program[] = [
  { names: ['curl'], option: '(?:-u|--user|-U|--proxy-user)[ =]?', pairedBy: ':' },
  { names: ['curl'], option: '(?:-b|--cookie)[ =]?', isCookie: true },
  { names: ['http', 'https', 'xh'], option: '(?:-a|--auth)[ =]', pairedBy: ':' },
  {
    names: ['mysql', 'mysqldump', 'mysqladmin', 'mysqlimport', 'mariadb', 'mariadb-dump', 'mycli'],
    option: '-p(?! )',
  },
  { names: ['sshpass'], option: '-p ?' },
  { names: ['redis-cli'], option: '-a ' },
  { names: ['mongo', 'mongosh', 'mongodump', 'mongorestore', 'cqlsh', 'rabbitmqadmin'], option: '-p ?' },
  {
    names: ['docker login', 'podman login', 'skopeo login', 'helm registry login', 'az login', 'oc login'],
    option: '-p ?',
  },
  { names: ['sqlcmd', 'bcp'], option: '-P ?' },
  { names: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'], option: '-w ' },
  { names: ['7z', '7za', 'rar', 'unrar'], option: '-p(?! )' },
  { names: ['zip', 'unzip'], option: '-P ' },
  { names: ['smbclient', 'rpcclient', 'winexe'], option: '-U ?', pairedBy: '%' },
  {
    names: ['rdesktop', 'psexec', 'netexec', 'evil-winrm', 'cypher-shell', 'ncftpput', 'ncftpget'],
    option: '-p ',
  },
  { names: ['mosquitto_pub', 'mosquitto_sub'], option: '-P ' },
  { names: ['lftp'], option: '-u ', pairedBy: ',' },
  { names: ['unlock-keychain', 'set-key-partition-list'], option: '-[pk] ' },
  { names: ['signtool', 'certutil', 'osslsigncode'], option: '[-/]p(?:ass)? ' },
  { names: ['xfreerdp', 'wfreerdp'], option: '/p:' },
  {
    names: ['gh secret set', 'keyvault secret set'],
    option: '(?:-b|--body|--value)[ =]',
  },
  { names: ['htpasswd'], option: String.raw`-(?=[^\Wb]*b)\w+ \S{1,80} \S{1,40} ` },
  { names: ['rabbitmqctl'], option: String.raw`(?:add_user|change_password) [\w.@-]{1,40} ` },
  { names: ['openssl'], option: '-pass(?:in|out)? ["\']?pass:' },
  { names: ['openssl'], option: '-k ' },
  { names: ['mc'], option: String.raw`alias set \S{1,40} \S{1,200} \S{3,80} ` },
  { names: ['composer'], option: String.raw`http-basic\.\S{1,80} \S{1,60} ` },
];
/** Also the later lines of a curl command. */
const STATEMENT =
  /(?:^[ \t]+-u|[ \t]--user)[ =]["']?[\w.@-]{1,64}:(?=[^\s"']*\d)|\bnet use (?:\S{1,80} ){1,2}(?=[^\s\\]{4,80} \/user:)|\bnet use [^\n]{0,200}\/user:\S{1,80} (?=[^\s/]{4,80}(?:\s|$))|\bSET PASSWORD FOR [^\n=]{1,80}= ?["']|\bnew PDO\([^()\n]{1,200}, ?["'][^"'\n]{0,64}["'], ?["']|\bmysqli(?:_connect)?\((?:["'][^"'\n]{0,80}["'], ?){2}["']|(?:\blogin|EmailAndPassword|WithCredentials)\(["'][^"'\n]{1,80}["'], ?["'](?=[^"'\n]*\d)|\bCredentials\((?:"[^"\n]{0,80}", ?){3}"|\bIDENTIFIED(?<=(?:^[ \t]*|\b(?:CREATE|ALTER|GRANT)\s[^;\n]{1,200})IDENTIFIED) +(?:WITH +\w+ +)?BY +(?:(?:PASSWORD +)?["']|(?=[^\s"'`;,()$:?<{]{0,64}\d)(?=[^\s"'`;,()$:?<{]{6,64}\s*(?:;|$)))|\bnet user [\w.-]{1,40} ["']?(?=\S{4,80} \/(?:add|active|y))|\bConvertTo-SecureString +(?:-String +)?["']|\b(?:auth ?= ?|BasicAuth)\(["'][^"'\n]{1,64}["'], ?["']|\bgetConnection\("[^"\n]{1,200}", ?"[^"\n]{0,64}", ?"|::add-mask::|\becho +(?:-n +)?["']?[\w.-]{1,40}:(?=[^\n"'|]{4,120}["']? {0,8}\| {0,8}(?:sudo +)?chpasswd)|\becho +(?:-n +)?["']?(?=[^\n"'|]{6,120}["']? {0,8}\| {0,8}(?:sudo -S|docker login|podman login|gh auth login|vault login))/gim;

const FORMS = Map.groupBy(
  PROGRAMS.flatMap(({ names, option, ...form }) => {
    const before = new RegExp(String.raw`[^\n|;&]{0,160}?(?<=[ \t])${option}["']?`, 'y');
    return names.map((name) => ({ name, before, ...form }));
  }),
  ({ name }) => name,
);
export const COMMAND_LITERALS: readonly Literal[] = [
  ...[...FORMS.keys()].map((text): Literal => ({ layer: 'program', text, next: ' \t', isMeant: beginsWord })),
  { layer: 'statement', text: '-u', next: ' =', ignoresCase: true },
  ...[
    '--user',
    'identified',
    'net use',
    'set password',
    'new pdo(',
    'mysqli',
    'login(',
    'emailandpassword(',
    'credentials(',
    'convertto-securestring',
    '::add-mask::',
    'chpasswd',
    'auth=(',
    'auth = (',
    'basicauth(',
    'getconnection(',
    'sudo -s',
    'docker login',
    'podman login',
    'gh auth login',
    'vault login',
  ].map((text): Literal => ({ layer: 'statement', text, ignoresCase: true })),
];
const WORD = /[^\s"'`|;<>]{1,256}/y;

/** Passwords on command lines: `mysql -p...`, `curl -u user:...`, `IDENTIFIED BY '...'`. */
export const findCommandSecrets: Finder = (text, from, { program = [], statement }, report) => {
  let nextOption = -1;
  for (const { index, text: name } of program) {
    if (nextOption < index) nextOption = indexOrEnd(OPTION, text, index);
    if (nextOption - index > LONGEST_ARGUMENTS) continue;
    for (const form of FORMS.get(name) ?? []) {
      const end = index + name.length;
      const before = matchAt(form.before, text, end);
      if (before) reportWord(text, end + before[0].length, form, report);
    }
  }
  if (!statement) return;
  STATEMENT.lastIndex = from;
  for (let found = STATEMENT.exec(text); found !== null; found = STATEMENT.exec(text)) {
    reportWord(text, found.index + found[0].length, {}, report);
  }
};

function beginsWord(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  return !isAlphanumeric(before) && before !== 95;
}

function reportWord(text: string, at: number, { pairedBy, isCookie }: WordForm, report: Report): void {
  if (isCookie) return void reportCookies(text, at, report);
  const word = matchAt(WORD, text, at)?.[0] ?? '';
  const skipped = pairedBy === undefined ? 0 : word.indexOf(pairedBy) + 1;
  if (pairedBy !== undefined && skipped === 0) return;
  // user:'password', with quotes around one half
  const isHalfQuoted = skipped === word.length && /["']/.test(text.charAt(at + skipped));
  const start = at + skipped + (isHalfQuoted ? 1 : 0);
  const secret = (isHalfQuoted ? (matchAt(WORD, text, start)?.[0] ?? '') : word.slice(skipped)).replace(
    /\\(?:$|[nrt].*)/,
    '',
  );
  if (isArgument(secret, word.slice(0, skipped - 1))) report(start, start + secret.length);
}

/** The place is certain, so only what is plainly no password is left: ports, paths, variables, stand-ins. */
function isArgument(value: string, user: string): boolean {
  if (value === user) return false;
  if (value.length < 4 || isPlaceholder(value) || /^[$%<{(@/-]|^\d{1,5}(?::\d+)?$|:\/\//.test(value))
    return false;
  return /[^A-Za-z]/.test(value) || value.length >= 8;
}
