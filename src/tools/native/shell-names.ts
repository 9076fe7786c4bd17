import type { ArrayValue, Word, WordPart } from 'unbash';

/**
 * Why it may do something else than in Bash to set this variable; undefined where it means the same in every shell. zsh
 * computes with the values of some names, and a command can stand in them; others say what runs or where it is looked for.
 */
export function differenceOfName(
  name: string,
  value: Word | ArrayValue | undefined,
  { isComputed }: { readonly isComputed: boolean },
): string | undefined {
  if (SPECIAL.test(name)) return `${name} changes what zsh runs or where it looks`;
  if (isPlainName(name)) return undefined;
  // Nothing to compute with but what stands here.
  const isLiteral = value?.type === 'Word' && (value.parts ?? []).every(isText);
  const isTold = isLiteral && (!isComputed || /^\d*$/.test(value.value) || name === 'IFS');
  return isTold ? undefined : `${name} may be a name that zsh computes with`;
}

const isText = (part: WordPart): boolean =>
  part.type === 'DoubleQuoted' || part.type === 'LocaleString'
    ? part.parts.every(isText)
    : /^(Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type);

/** A name that no shell gives a meaning: theirs are in capitals, or among the few above. */
export const isPlainName = (name: string): boolean =>
  !SPECIAL.test(name) && (/[a-z]/.test(name) || name === '_' || EVERYDAY.test(name));

/** Variables of zsh that stand for the search path, functions, aliases and the like. */
const SPECIAL =
  /^(path|fpath|cdpath|manpath|module_path|mailpath|fignore|argv|functions|aliases|[gs]aliases|dis_\w+|commands|builtins|nameddirs|dirstack|options|modules|mapfile|watch|prompt|psvar|pipestatus|langinfo|histchars|HISTCHARS|NULLCMD|READNULLCMD|STTY|TMPPREFIX|TMPSUFFIX|POSTEDIT|[RS]PROMPT2?|PROMPT[234]?|RPS[12]|PSVAR|FIGNORE|MANPATH|MODULE_PATH|MAILPATH|WATCH|ZLE_\w+|\w+_functions)$/;

const WORD =
  'A|ALL|ARG|AUTHOR|B|BASE|BIN|BRANCH|BUILD|C|CODE|COMMIT|CONTENT|COUNT|COUNTER|CURRENT|D|DATA|DATE|DEST|DIFF|DIR|DIRS|DIST|DST|E|ELAPSED|END|ERROR|ERRORS|EXIT|EXT|F|FILE|FILES|FIRST|FOUND|G|H|HASH|HEAD|I|ID|IDS|IN|INDEX|INPUT|ITEM|ITEMS|J|K|KEY|KEYS|L|LAST|LATEST|LEVEL|LIMIT|LINE|LIST|LOG|LOGS|M|MATCH|MATCHES|MAX|MESSAGE|MIN|MODULE|MSG|N|NAME|NAMES|NEW|NEXT|NOW|NUM|NUMBER|O|OLD|OUT|OUTPUT|P|PACKAGE|PAGE|PARENT|PATTERN|PID|PIDS|PKG|PORT|PREFIX|PREV|PROJECT|Q|R|RC|REF|REPLY|REPO|RES|RESULT|RESULTS|RET|REV|ROOT|S|SCRIPT|SHA|SIZE|SOURCE|SRC|STAMP|START|STATE|STATUS|STEP|SUFFIX|SUM|T|TAG|TAGS|TARGET|TEMP|TEST|TESTS|TEXT|TIME|TIMESTAMP|TMP|TODAY|TOTAL|TYPE|U|URL|USAGE|V|VAL|VALUE|VALUES|VAR|VER|VERSION|W|WORD|X|Y|Z';
const EVERYDAY = new RegExp(`^(LC_[A-Z]+|LANG|TZ|NO_COLOR|(${WORD})\\d*(_(${WORD})\\d*)*)$`);
