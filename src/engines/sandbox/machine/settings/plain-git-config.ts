import { plainValue } from './plain-value.ts';

/** Settings of git that hold no credential and no command line, by section. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  user: /^(name|email|useconfigonly|signingkey)$/,
  author: /^(name|email)$/,
  committer: /^(name|email)$/,
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|protecthfs|protectntfs|symlinks|autocrlf|eol|safecrlf|whitespace|abbrev|quotepath|longpaths|excludesfile|attributesfile|hookspath|sparsecheckout|sparsecheckoutcone|preloadindex|untrackedcache|fsmonitor|splitindex|trustctime|checkstat|compression|loosecompression|bigfilethreshold|commitgraph|multipackindex|commentchar|worktree|warnambiguousrefs|deltabasecachelimit|packedgit\w+)$/,
  init: /^(defaultbranch|templatedir|defaultobjectformat|defaultrefformat)$/,
  remote:
    /^(url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipfetchall|pushdefault|skipdefaultupdate)$/,
  branch: /^(remote|pushremote|merge|rebase|description|sort|autosetuprebase|autosetupmerge)$/,
  submodule:
    /^(url|active|branch|ignore|path|fetchrecursesubmodules|shallow|recurse|fetchjobs|propagatebranches)$/,
  url: /^(insteadof|pushinsteadof)$/,
  extensions: /^\w+$/,
  http: /^(version|postbuffer|sslverify|sslbackend|sslcainfo|sslcapath|lowspeedlimit|lowspeedtime|followredirects|maxrequests|proxy)$/,
  safe: /^(directory|barerepository)$/,
  filter: /^(clean|smudge|process|required)$/,
  lfs: /^(repositoryformatversion|locksverify|access|concurrenttransfers|fetchrecent\w+)$/,
  gpg: /^(format|allowedsignersfile|mintrustlevel)$/,
  commit: /^(gpgsign|verbose|cleanup|status|template)$/,
  tag: /^(gpgsign|forcesignannotated|sort)$/,
  format: /^(pretty|signoff|numbered|outputdirectory)$/,
  diff: /^(algorithm|colormoved|colormovedws|context|interhunkcontext|indentheuristic|mnemonicprefix|noprefix|renamelimit|renames|relative|submodule|suppressblankempty|wserrorhighlight|statgraphwidth|ignoresubmodules|tool|guitool|wordregex|binary|xfuncname|cachetextconv|dirstat)$/,
  merge:
    /^(conflictstyle|defaulttoupstream|ff|log|renamelimit|renames|directoryrenames|stat|autostash|verifysignatures|tool|guitool|branchdesc)$/,
  receive: /^(denycurrentbranch|denynonfastforwards|denydeletes|fsckobjects)$/,
  transfer: /^(fsckobjects|hiderefs|unpacklimit)$/,
  help: /^(autocorrect|format)$/,
  protocol: /^(version|allow)$/,
  ...Object.fromEntries(
    'pull push fetch rebase rerere stash status log blame grep column color advice feature index pack gc maintenance checkout clean apply interactive showbranch notes worktree'
      .split(' ')
      .map((section) => [section, /^(?!.*(command|helper|editor|program|cmd|filter|option))[a-z]\w*$/]),
  ),
};

/** What is on the list of a configuration of git; undefined where it is not one. */
export const plainGitConfig = (text: string): string | undefined => read(text)?.plain;

/** Whether nothing in it has to be left out. */
export const isPlainGitConfig = (text: string): boolean => read(text)?.isWhole === true;

function read(text: string): { readonly plain: string; readonly isWhole: boolean } | undefined {
  const kept: string[] = [];
  let section: Section | undefined;
  let isWhole = true;
  for (const line of joined(text)) {
    const header = HEADER.exec(line);
    if (header) section = sectionOf(header);
    if (header && section?.header !== undefined) kept.push(section.header);
    const rest = line.slice(header?.[0].length ?? 0).trim();
    if (header && !section?.isWhole) isWhole = false;
    if (rest === '' || /^[#;]/.test(rest)) continue;
    const [whole, key = '', written] = SETTING.exec(rest) ?? [];
    if (whole === undefined || !section) return undefined;
    const value = written === undefined ? undefined : unquoted(written);
    const plain =
      section.header === undefined ? NOT_SHOWN : plainSetting(section.name, key.toLowerCase(), value);
    if (plain !== value) isWhole = false;
    if (plain !== NOT_SHOWN) kept.push(`\t${key}${plain === undefined ? '' : ` = ${quoted(plain)}`}`);
  }
  return { plain: `${kept.join('\n')}\n`, isWhole };
}

const HEADER = /^\[\s*([\w-]+)((?:\.[\w.-]+)?)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const SETTING = /^([a-zA-Z][\w-]*)\s*(?:=\s*(.*))?$/s;

/** Each setting in a line of its own: a backslash at the end of a line continues it. */
const joined = (text: string): string[] =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1')
    .split('\n')
    .map((line) => line.trim());

interface Section {
  readonly name: string;
  /** Undefined where what it is about holds a credential that cannot be taken out. */
  readonly header: string | undefined;
  readonly isWhole: boolean;
}

function sectionOf([, name = '', dotted = '', about]: RegExpExecArray): Section {
  const lower = name.toLowerCase();
  if (about === undefined) return { name: lower, header: `[${name}${dotted}]`, isWhole: true };
  const unescaped = about.replace(/\\(.)/g, '$1');
  const plain = plainValue(unescaped);
  const header = plain === undefined ? undefined : `[${name} ${quoted(plain)}]`;
  return { name: lower, header, isWhole: plain === unescaped };
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const NOT_SHOWN = Symbol('not shown');

/** A key without a value is one that is set. */
function plainSetting(
  section: string,
  key: string,
  value: string | undefined,
): string | undefined | typeof NOT_SHOWN {
  if (!HARMLESS[section]?.test(key)) return NOT_SHOWN;
  if (value === undefined) return value;
  // `!` begins a command, and filters are commands: those of git-lfs are everybody's.
  if (/^(!|ext::)/.test(value) || (section === 'filter' && !LFS_FILTER.test(value))) return NOT_SHOWN;
  return plainValue(value) ?? NOT_SHOWN;
}

const LFS_FILTER = /^(git[ -]lfs [\w -]+%?f?|true|false)$/;

/** Without quotes, escapes and the comment behind it. */
function unquoted(written: string): string {
  const parts = written.matchAll(/"((?:[^"\\]|\\.)*)"?|\\(.)|([#;].*)|([^"\\#;]+)/gs);
  const text = [...parts]
    .map(([, quoted, escaped, , plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? escaped ?? plain ?? '')
    .join('');
  return text.trim();
}
