import { type ConfigView, LFS_FILTER, readGitConfig, type Shown } from '../../../../core/git/git-config.ts';
import { oneOf } from '../../../../core/text/one-of.ts';
import { plainValue } from './plain-value.ts';

/** Settings of git that hold no credential and no command line, by section. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  user: /^(name|email|useconfigonly|signingkey)$/,
  author: /^(name|email)$/,
  committer: /^(name|email)$/,
  core: oneOf`
    repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode protecthfs
    protectntfs symlinks autocrlf eol safecrlf whitespace abbrev quotepath longpaths excludesfile
    attributesfile hookspath sparsecheckout sparsecheckoutcone preloadindex untrackedcache fsmonitor
    splitindex trustctime checkstat compression loosecompression bigfilethreshold commitgraph multipackindex
    commentchar worktree warnambiguousrefs deltabasecachelimit packedgit\w+
  `,
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
export const plainGitConfig = (text: string): string | undefined => readGitConfig(text, PLAIN)?.shown;

/** Whether nothing in it has to be left out. */
export const isPlainGitConfig = (text: string): boolean => readGitConfig(text, PLAIN)?.isWhole === true;

/** Whether a setting is on the list. Section and key are in lower case. */
export const isHarmlessSetting = (section: string, key: string): boolean =>
  // A section may be called like what every object has.
  Object.hasOwn(HARMLESS, section) && HARMLESS[section]?.test(key) === true;

const PLAIN: ConfigView = {
  about: plainValue,
  setting: (section, key, value) => {
    if (!isHarmlessSetting(section, key)) return undefined;
    return value === undefined ? {} : plainSetting(section, value);
  },
};

function plainSetting(section: string, value: string): Shown | undefined {
  // `!` begins a command, and filters are commands: those of git-lfs are everybody's.
  if (/^(!|ext::)/.test(value) || (section === 'filter' && !LFS_FILTER.test(value))) return undefined;
  const plain = plainValue(value);
  return plain === undefined ? undefined : { value: plain };
}
