// Functions that reckon with what they are given and print; none reaches a file, a program or another name.
const FUNCTIONS = new Set(
  `print printf say length uc lc ucfirst lcfirst join split substr index rindex sprintf sort keys values reverse map grep
   scalar defined chomp chop push pop shift unshift my our local undef exists delete each abs int sqrt ord chr hex oct
   sum min max uniq first die warn next last if unless and or not for foreach while until else elsif x eq ne lt gt le ge
   cmp BEGIN END STDERR STDOUT`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
// Behind these a new term begins, also where they stand after one.
const OPERATORS = /^(if|unless|and|or|not|for|foreach|while|until|x|eq|ne|lt|gt|le|ge|cmp)$/;

// Names through which a program reaches out, wherever they stand: a slash that is read wrongly could hide them.
const REACHES_OUT =
  /\b(system|exec|eval|open|sysopen|opendir|do|require|use|no|fork|kill|unlink|rename|rmdir|mkdir|chdir|chroot|dbmopen|fcntl|ioctl|pipe|send|chmod|chown|link|symlink|utime|truncate|syscall|socket|connect|glob|readline|readpipe|qx|dump|tie|bless|sub|package|goto|ENV|ARGV|INC|SIG|CORE|GLOBAL|__\w+)\b|[`]|\$\^|::|->|&(?!&)|\(\?+\{|@\{|\$\{|%\{|[$@%]\$|\$#\{|(?<![\^*])#|__/;

const SPACE = /\s+/y;
const VARIABLE = /[$@%][A-Za-z_]\w*|\$\d+|\$[_.,;/\\&"|0!]|@_|\$#[A-Za-z_]\w*/y;
const NUMBER = /\d[\d_]*(?:\.\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const STRING = /"((?:[^"\\]|\\[^\n])*)"|'(?:[^'\\]|\\[\\'])*'/y;
const MATCH = /(?:m|qr)?\/((?:[^/\\\n]|\\.)+)\/[msixgcoar]*(?![\w])/y;
const SUBSTITUTION = /s([/|,!])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1[msixgcoar]*(?![\w])/y;
const TRANSLATION = /(?:tr|y)\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\.)*\/[cdsr]*(?![\w])/y;
const INPUT = /<(?:STDIN)?>/y;
const OPERATOR = /\*\*|\+\+|--|=~|!~|=>|==|!=|<=>|<=|>=|&&|\|\||\/\/|\.\.|[-+*/.%]=|[-+*/.%<>=!?:,;~^|]/y;
const LONGEST = 400;

/** Whether a Perl program can do nothing but go through its lines, reckon and print. */
export function isPlainPerl(text: string): boolean {
  if (text.length > LONGEST || REACHES_OUT.test(text)) return false;
  let at = 0;
  // Whether a term may begin here, and a slash with it a pattern; undefined behind a brace, where only Perl knows.
  let wantsTerm: boolean | undefined = true;
  const eat = (form: RegExp): RegExpExecArray | undefined => {
    form.lastIndex = at;
    const found = form.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (eat(SPACE)) continue;
    const next = text[at] ?? '';
    if (wantsTerm === undefined && '/<?%'.includes(next)) return false;
    const isQuoted = wantsTerm !== false && eatQuoted(eat);
    if (isQuoted === 'code') return false;
    if (isQuoted || (wantsTerm !== false && (eat(VARIABLE) || eat(NUMBER)))) wantsTerm = false;
    else if ('([{'.includes(next)) {
      at++;
      wantsTerm = true;
    } else if (')]'.includes(next)) {
      at++;
      wantsTerm = false;
    } else if (next === '}') {
      at++;
      wantsTerm = undefined;
    } else {
      const word = eat(WORD)?.[0];
      const isKnown = word === undefined ? eat(OPERATOR) !== undefined : FUNCTIONS.has(word);
      if (!isKnown || (word !== undefined && wantsTerm === false && !OPERATORS.test(word))) return false;
      // A block behind it names a file to print to.
      if (/^(print|printf|say)$/.test(word ?? '') && /^\s*\{/.test(text.slice(at))) return false;
      wantsTerm = !/^(\+\+|--)$/.test(text.slice(at - 2, at)) || undefined;
    }
  }
  return true;
}

/** A text or a pattern; `code` where something in it would be run. */
function eatQuoted(eat: (form: RegExp) => RegExpExecArray | undefined): boolean | 'code' {
  const found = eat(STRING) ?? eat(MATCH) ?? eat(SUBSTITUTION) ?? eat(TRANSLATION) ?? eat(INPUT);
  if (!found) return false;
  // An index inside a text may be any expression; a name or a number is none.
  const rest = found[0].replace(/[$@]\w+(?:\[-?\$?\w+\]|\{\$?\w+\})/g, '');
  return /[$@]\w+\s*[[{]|\$\(/.test(rest) && !isRegexQuantity(rest) ? 'code' : true;
}

const isRegexQuantity = (text: string): boolean => !/[$@]\w+\s*[[{](?!\d+,?\d*\})/.test(text);
