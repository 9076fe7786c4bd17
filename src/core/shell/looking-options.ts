/** Options with which a program only looks at what it is told to. */
interface Looks {
  /** Letters of options, in one word or in several. */
  readonly letters?: string;
  /** Letters that take a value: in the rest of the word, or in the next one. */
  readonly valued?: string;
  /** Long names, with or without a value. */
  readonly names?: string;
  /** Long names behind a single dash. */
  readonly dashed?: string;
  readonly isAny?: boolean;
}

/**
 * None of these writes, runs something, follows links on the way down, or names a file with settings or with other names.
 * So it does not matter how a program parts the letters of a word, which getopt does in one way and `tree` in another.
 */
const LOOKS: Readonly<Record<string, Looks>> = {
  ...each('true false : logname arch whoami nproc dirname tsort rev tac exit tty', {}),
  ...each('echo printf test [ expr seq factor sleep', { isAny: true }),
  ...each('cd pwd', { letters: 'LP' }),
  ...each('ls dir vdir', {
    letters: '1AaBCcdFfGghiklmnopqrRSsTtUuvXxZ',
    names:
      'all almost-all color full-time group-directories-first human-readable inode recursive reverse size sort time',
  }),
  cat: { letters: 'AbEensTtuv', names: 'number number-nonblank show-all squeeze-blank' },
  ...each('head tail', { letters: '0123456789fFqv', valued: 'nc', names: 'lines bytes quiet follow' }),
  wc: { letters: 'clmwL', names: 'lines words bytes chars max-line-length' },
  sort: {
    letters: 'bdfghiMnRrsuVz',
    valued: 'kt',
    names: 'key field-separator human-numeric-sort ignore-case numeric-sort reverse sort unique version-sort',
  },
  uniq: { letters: 'cdDiu', valued: 'fsw', names: 'count ignore-case repeated unique' },
  cut: {
    letters: 'sz',
    valued: 'bcdf',
    names: 'bytes characters complement delimiter fields only-delimited output-delimiter',
  },
  tr: { letters: 'Ccdst', names: 'complement delete squeeze-repeats' },
  nl: { valued: 'bfhnilsvw' },
  ...each('fold fmt expand unexpand', { letters: 'bcsu0123456789', valued: 'tw' }),
  ...each('paste join comm cmp', { letters: '123bceilsvz', valued: 'adjntv12' }),
  ...each('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum', { letters: 'abrstz' }),
  ...each('od hexdump', { letters: 'bcCdosvx', valued: 'AjNntw' }),
  ...each('base32 base64', { letters: 'Ddi', valued: 'w', names: 'decode wrap' }),
  numfmt: { names: 'from to suffix padding format grouping' },
  ...each('basename realpath readlink', {
    letters: 'aefmnPsz',
    names: 'canonicalize canonicalize-existing multiple relative-to suffix',
  }),
  stat: { letters: 'tx', valued: 'cf', names: 'format printf terse' },
  du: {
    letters: 'abchkmSsx0',
    valued: 'd',
    names: 'all apparent-size human-readable max-depth summarize total',
  },
  df: { letters: 'aHhiklmPT', names: 'human-readable' },
  tree: { letters: 'aCDdFfghinpQrStuvxLIP', names: 'dirsfirst du gitignore noreport' },
  find: {
    dashed:
      'a and amin atime cmin ctime daystart depth empty executable group ilname iname ipath iregex iwholename links ls ' +
      'maxdepth mindepth mmin mount mtime name newer newermt nouser not o or path perm print print0 printf prune ' +
      'readable regex regextype size type user wholename writable xdev',
    letters: '0123456789',
  },
  fd: {
    letters: '0aFgHIipsu1',
    valued: 'deEtS',
    names:
      'absolute-path depth exclude extension fixed-strings full-path glob hidden max-depth max-results no-ignore size type',
  },
  sed: { letters: 'nEruz', valued: 'e' },
  git: {
    letters: '0123456789abcdEFghHilmoqRrstvwz',
    valued: 'BCDGLMnSUX',
    names:
      'abbrev abbrev-commit abbrev-ref absolute-git-dir after all always ancestry-path author before branch branches cached ' +
      'check cherry cherry-pick color color-words column committer contains count cumulative date date-order decorate ' +
      'deleted diff-filter dirstat email exclude-standard exit-code extended-regexp files-with-matches find-copies ' +
      'find-renames first-parent fixed-strings follow format full-index full-name full-tree function-context git-common-dir ' +
      'git-dir graph grep heads histogram ignore-all-space ignore-blank-lines ignore-case ignore-space-change ignored ' +
      'incremental invert-grep is-bare-repository is-inside-git-dir is-inside-work-tree left-right line-number ' +
      'line-porcelain list long match max-count max-depth merged merges minimal modified name-only name-status ' +
      'no-abbrev-commit no-color no-contains no-decorate no-merged no-merges no-patch no-renames numbered numstat oneline ' +
      'patience perl-regexp pickaxe-all pickaxe-regex points-at porcelain pretty quiet raw relative remotes reverse ' +
      'short shortstat show-cdup show-current show-prefix show-stash show-toplevel skip since sort staged stage stat summary ' +
      'symbolic-full-name tags topo-order unified unmerged until untracked-files verbose verify walk-reflogs word-diff ' +
      'word-regexp',
  },
  date: { letters: 'uR', valued: 'Idr', names: 'date iso-8601 rfc-3339 utc' },
  ...each('uname id groups uptime', { letters: 'aGgimnoprsuvz' }),
  ...each('which type command', { letters: 'aptvV' }),
  ...each('grep egrep fgrep', {
    letters: '0123456789abcEFGHhiLlnoPqRrsTUvwxZz',
    valued: 'ABCDdem',
    names:
      'after-context basic-regexp before-context binary-files byte-offset color colour context count directories exclude ' +
      'exclude-dir extended-regexp files-with-matches files-without-match fixed-strings ignore-case include invert-match ' +
      'line-number line-regexp max-count no-filename no-ignore-case no-messages null only-matching perl-regexp quiet ' +
      'recursive dereference-recursive regexp silent text with-filename word-regexp',
  }),
};

const PATTERNS = new Map(Object.entries(LOOKS).map(([program, looks]) => [program, patternOf(looks)]));

/** Whether a program has no other options than those with which it only looks; one that is not known here has none. */
export function onlyLooks(program: string, words: readonly string[]): boolean {
  const options = PATTERNS.get(program);
  return options !== undefined && words.every((word) => !OPTION.test(word) || options.test(word));
}

/** `+5` of tail and `+%F` of date among them. */
const OPTION = /^(-.|\+(?!\d+$|%))/;

function patternOf({ letters = '', valued = '', names = '', dashed = '', isAny }: Looks): RegExp {
  if (isAny) return /^/;
  const one = (list: string): string => `(?:${list.split(' ').join('|')})`;
  const forms = [
    '--',
    ...(letters === '' ? [] : [`-[${letters}]+`]),
    ...(valued === '' ? [] : [`-[${letters}]*[${valued}].*`]),
    ...(names === '' ? [] : [`--${one(names)}(?:=.*)?`]),
    ...(dashed === '' ? [] : [`-${one(dashed)}`]),
  ];
  return new RegExp(`^(?:${forms.join('|')})$`, 's');
}

function each(programs: string, looks: Looks): Record<string, Looks> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, looks]));
}
