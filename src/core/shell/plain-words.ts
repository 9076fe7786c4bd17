/** The name of a program: nothing that a shell would put something else in place of. */
export const PROGRAM = /[\w./+:@%,-]+|\[(?= )/y;

/** Words that begin something else than a command in one shell or another. */
export const RESERVED =
  /^(if|then|else|elif|fi|for|foreach|while|until|do|done|case|esac|select|function|time|repeat|switch|in|end|begin|and|or|not|coproc|nocorrect|noglob|always|-)$/;

/** Words of find, test and xargs that are made of other letters, each by itself. */
export const SPECIAL_WORD = /(?:\{\}|\\[;()]|!=?|==?|\])(?=[ \n;|)]|$)/y;

/**
 * A backslash in front of another one, or of the quote, means something to fish. Two quotes inside of a text are one to zsh,
 * where somebody has set that.
 */
export const SINGLE_QUOTED = /'(?:[^'\\\p{Cc}]|\n|\\(?![\\']))*'(?!')/uy;

/** Only what no shell puts anything in place of, and the number that the last command ended with. */
export const doubleQuoted = (program: string): RegExp => (program === 'echo' ? ECHOED : DOUBLE_QUOTED);

const DOUBLE_QUOTED = /"(?:[^"\\$`\p{Cc}]|\n|\\[^`!\p{Cc}]|\$(?=[ "|)])|\$\?(?=[ ").,;]))*"/uy;
const ECHOED = /"(?:[^"\\$`\p{Cc}]|\n|\\[^`!\p{Cc}]|\$(?=[ "|)])|\$\?(?=[ ").,;])|\$\{PIPESTATUS\[0\]\})*"/uy;

/** How agents write the message of a commit: nothing is put in place of anything in it, and fish reads none of it. */
export const HERE_TEXT = /"\$\(cat <<'(\w+)'\n(?:(?!\1\n)[^\n]*\n)*\1\n *\)"/y;

interface PieceAt {
  readonly isFile: boolean;
  readonly isFirst: boolean;
}

/** What a word may begin or go on with, outside of quotes. */
export function wordPiece(program: string, { isFile, isFirst }: PieceAt): RegExp {
  if (isFile) return isFirst ? FIRST_OF_FILE : LETTERS;
  if (program === 'git') return isFirst ? FIRST : OF_REVISION;
  if (program === 'echo') return isFirst ? FIRST_ECHOED : LATER;
  return isFirst ? FIRST : LATER;
}

const LETTERS = /[\w./:@%+,-]+/y;
const FIRST_OF_FILE = /~\/|[\w./]+/y;
/** zsh takes a word that begins with = for the path of a program. */
const FIRST = /~\/|[\w./:@%+,-]+/y;
const LATER = /(?<=\/)\*\*\/|[\w./:@%+,=-]+|(?<!\*)[*?](?!\*)/y;
const FIRST_ECHOED = /~\/|[\w./:@%+,-]+|\$\?(?=[ \n;|)]|$)|\$\{PIPESTATUS\[0\]\}(?=[ \n;|)]|$)/y;
/** `HEAD~2`, `main^:file`, `@{u}`: with some options zsh looks for files in place of them, whose names begin alike; so none is an option. */
const OF_REVISION =
  /(?<=\/)\*\*\/|[\w./:@%+,=-]+|(?<!\*)[*?](?!\*)|(?<= [A-Za-z0-9@][\w./:@{}~^-]{0,99})[~^]|(?<=@)\{(?:u|upstream|push|\d+)\}/y;
