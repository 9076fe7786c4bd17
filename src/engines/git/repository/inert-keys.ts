import type { ConfigEntry } from './config-scan.ts';

/**
 * Whether a line of a repository's own configuration is known to name neither a program nor a file that git would run or
 * read while it looks around. Any other key, of this version of git or a later one, may do so.
 */
export const isInert = ({ key, value }: ConfigEntry): boolean =>
  key === 'core.fsmonitor' ? IS_SWITCH.test(value) : INERT.test(key);

/** Anything else is the path of a program. */
const IS_SWITCH = /^(true|false|yes|no|on|off|0|1|)$/i;

// Keys as git prints them: section and name in lower case, what stands between them as written.
const SECTIONS: Readonly<Record<string, string>> = {
  // Hooks are looked for by themselves, wherever their directory is.
  core:
    'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf ' +
    'quotepath compression loosecompression abbrev longpaths protecthfs protectntfs untrackedcache preloadindex fscache ' +
    'commentchar commentstring checkstat trustctime checkroundtripencoding bigfilethreshold packedgitlimit ' +
    'packedgitwindowsize deltabasecachelimit splitindex sharedrepository multipackindex commitgraph sparsecheckout ' +
    'sparsecheckoutcone whitespace fsync fsyncmethod fsyncobjectfiles createobject hidedotfiles hookspath ' +
    'warnambiguousrefs maxtreedepth',
  extensions: 'objectformat compatobjectformat refstorage worktreeconfig relativeworktrees noop',
  user: 'name email useconfigonly signingkey',
  author: 'name email',
  committer: 'name email',
  commit: 'gpgsign verbose cleanup status',
  tag: 'sort gpgsign forcesignannotated',
  gpg: 'format mintrustlevel',
  branch: 'autosetupmerge autosetuprebase sort',
  init: 'defaultbranch',
  pull: 'rebase ff',
  push: 'default autosetupremote followtags gpgsign negotiate usebitmaps useforceifincludes',
  fetch: 'prune prunetags parallel output all writecommitgraph fsckobjects showforcedupdates',
  receive: 'denycurrentbranch denydeletes denynonfastforwards fsckobjects autogc',
  transfer: 'fsckobjects',
  merge:
    'ff conflictstyle renames renamelimit directoryrenames stat log autostash verifysignatures branchdesc',
  rebase: 'autostash autosquash updaterefs stat missingcommitscheck abbreviatecommands forkpoint',
  rerere: 'enabled autoupdate',
  diff:
    'algorithm colormoved colormovedws context dirstat dstprefix ignoresubmodules indentheuristic interhunkcontext ' +
    'mnemonicprefix noprefix relative renamelimit renames srcprefix statgraphwidth statnamewidth wordregex ' +
    'wserrorhighlight autorefreshindex suppressblankempty',
  status:
    'short branch showuntrackedfiles relativepaths showstash aheadbehind renames renamelimit displaycommentprefix',
  log: 'date decorate abbrevcommit follow showroot mailmap excludedecoration initialdecorationset diffmerges',
  blame: 'coloring date showemail blankboundary showroot markunblamablelines markignoredlines',
  grep: 'linenumber column patterntype extendedregexp threads fullname',
  stash: 'showpatch showstat showincludeuntracked',
  checkout: 'defaultremote guess workers thresholdforparallelism',
  worktree: 'guessremote userelativepaths',
  index: 'version threads sparse recordendofindexentries recordoffsettable skiphash',
  feature: 'manyfiles experimental',
  gc: 'auto autodetach autopacklimit pruneexpire reflogexpire reflogexpireunreachable worktreepruneexpire writecommitgraph packrefs bigpackthreshold aggressivedepth aggressivewindow rerereresolved rerereunresolved cruftpacks',
  maintenance: 'auto strategy autodetach',
  pack:
    'window windowmemory depth threads compression deltacachesize deltacachelimit indexversion packsizelimit ' +
    'usebitmaps usesparse writebitmaps writebitmaphashcache writereverseindex readreverseindex allowpackreuse',
  apply: 'whitespace ignorewhitespace',
  i18n: 'commitencoding logoutputencoding',
  submodule: 'recurse active fetchjobs propagatebranches',
  gui: 'wmstate geometry',
  http: 'postbuffer lowspeedlimit lowspeedtime version maxrequests',
  lfs: 'repositoryformatversion',
};

/** Those with a name in the middle: of a remote, a branch, an address. */
const NAMED: readonly string[] = [
  'remote\\..*\\.(url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|skipdefaultupdate|skipfetchall|gh-resolved|followremotehead)',
  // Editors note there what they know of a branch.
  'branch\\..*',
  'url\\..*\\.(insteadof|pushinsteadof)',
  'diff\\..*\\.(xfuncname|funcname|binary|wordregex|algorithm)',
  'submodule\\..*\\.(url|active|branch|ignore)',
  'lfs\\..*\\.(access|locksverify)',
  'maintenance\\..*\\.(enabled|auto|schedule)',
  '(advice|color|column|gitflow\\.(branch|prefix)|oh-my-zsh)\\..*',
];

const INERT = new RegExp(
  `^(?:${[
    ...Object.entries(SECTIONS).map(([section, names]) => `${section}\\.(?:${names.replaceAll(' ', '|')})`),
    ...NAMED,
  ].join('|')})$`,
  's',
);
