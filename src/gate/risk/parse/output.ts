import { basename, dirname } from 'node:path';
import type { Command, SyntaxNode } from 'unbash';
import { isInside } from '../../../core/path/paths.ts';
import {
  holdsSecretPlaces,
  isSecretPlace,
  isStartUpFile,
  namesSecrets,
} from '../../../core/path/sensitive-paths.ts';
import { spendCharacters } from '../budget.ts';
import { type Place, pathsOf } from '../place.ts';
import { ruleFor } from '../programs/rule-for.ts';
import { type Origin, type Value, worstOrigin } from './words.ts';

/** What a command prints, as far as that can be said before it runs. */
export interface Output {
  readonly text: string | undefined;
  readonly origin: Origin;
  /** The file it comes from, as far as it is one. */
  readonly file?: Value;
}

export const OPEN: Output = { text: undefined, origin: 'open' };
const from = (origin: Origin): Output => ({ text: undefined, origin });

/** What the rest of the script knows of a command. */
export interface Outlook {
  readonly place: Place;
  /** What a command reads, given what comes through its pipe. */
  stdinOf(command: Command, before: Output): Output;
  /** The words of a command; undefined for one that the script defines itself. */
  argvOf(command: Command): readonly Value[] | undefined;
}

/** Decides how far the words that a command prints may be trusted as paths and arguments. */
export function outputOf(node: SyntaxNode, outlook: Outlook, input: Output = OPEN): Output {
  switch (node.type) {
    case 'Script':
    case 'CompoundList': {
      const outputs = node.commands.map(({ command }) => outputOf(command, outlook, input));
      const [only] = outputs;
      return outputs.length === 1 && only ? only : from(worstOrigin(outputs.map(({ origin }) => origin)));
    }
    case 'Pipeline':
      return node.commands.reduce((before, command) => outputOf(command, outlook, before), input);
    case 'Subshell':
    case 'BraceGroup':
      return outputOf(node.body, outlook, input);
    case 'Command':
      // `$(<file)` prints a file.
      if (!node.name && node.redirects.some(({ operator }) => operator === '<')) return from('file');
      return commandOutput(outlook.argvOf(node) ?? [], outlook.place, outlook.stdinOf(node, input));
    default:
      return OPEN;
  }
}

function commandOutput(argv: readonly Value[], place: Place, input: Output): Output {
  const [name, ...args] = argv;
  if (!name || !isSettled(name)) return OPEN;
  const program = basename(name.text);
  const exact = Object.hasOwn(EXACT, program) ? EXACT[program]?.(args, place) : undefined;
  if (exact) return exact;
  const prints = printsOf(program, args);
  // `xargs grep -l x` names some of the files that it is given.
  const listed = program === 'xargs' ? listedOf(args) : undefined;
  if (listed && input.text === undefined)
    return from(worstOrigin([input.origin, ...(listed.isKnown ? [] : [listed.origin])]));
  const [file, ...more] = operandsOf(args);
  if (program === 'cat' && file && more.length === 0) return { ...from('file'), file };
  if (
    prints === undefined &&
    PASSES_ON.has(program) &&
    (program === 'tee' || operandsOf(args).length <= (program === 'cat' ? 0 : 1))
  )
    return input.origin === 'listed' && picksSecrets(program, args) ? from('secret') : input;
  if (prints === 'facts') return from(program === 'git' && !isGitFact(args) ? 'file' : 'fact');
  if (prints === 'paths') return from(foundBelow(program, args, placesOf(args), place));
  if (isDecoder(program, args)) return from('hidden');
  return from(changed(program, args, input));
}

/** Text that was turned into other text: what it was says no longer what it is. */
function changed(program: string, args: readonly Value[], input: Output): Origin {
  const { operands } = ruleFor(program) ?? {};
  if (operands !== 'read' && operands !== 'pattern-read' && operands !== 'text') return 'open';
  if (input.text !== undefined) return 'hidden';
  if (input.origin === 'hidden' || input.origin === 'open')
    return operands !== 'text' && operandsOf(args).length > 0 ? 'file' : input.origin;
  return 'file';
}

const operandsOf = (args: readonly Value[]): Value[] => args.filter(({ text }) => !text.startsWith('-'));

const PASSES_ON = new Set('cat grep egrep fgrep rg head tail sort uniq tee shuf'.split(' '));

/** It is known, and one thing only: not now this and now that, as in a loop. */
const isSettled = ({ isKnown, alternatives }: Value): boolean => isKnown && !alternatives;

type Exact = (args: readonly Value[], place: Place) => Output | undefined;

const echoed: Exact = (args) => {
  const words = args[0]?.text === '-n' ? args.slice(1) : args;
  const isPlain = words.every((word) => isSettled(word) && !/^-[neE]+$/.test(word.text));
  return isPlain ? { text: words.map(({ text }) => text).join(' '), origin: 'open' } : from(unclear(args));
};

const printed: Exact = (args) => {
  const [format, ...words] = args;
  if (!format || !args.every(isSettled)) return from(unclear(args));
  const plain = format.text.replaceAll('\\n', '\n').replaceAll('\\0', '\n');
  if (/\\|%(?![sdq])|^-/.test(plain)) return from('hidden');
  const rest = words.map(({ text }) => text);
  const lines = Math.max(1, Math.ceil(rest.length / Math.max(1, plain.split('%').length - 1)));
  spendCharacters(lines * plain.length + rest.reduce((sum, { length }) => sum + length, 0));
  const text = Array.from({ length: lines }, () => plain.replace(/%[sdq]/g, () => rest.shift() ?? ''));
  return { text: text.join(''), origin: 'open' };
};

/** Words put together from a variable are as clear as that; put together by escapes, they are not. */
const unclear = (args: readonly Value[]): Origin =>
  args.every(({ isKnown }) => isKnown)
    ? args.every(isSettled)
      ? 'hidden'
      : 'open'
    : worstOrigin(args.filter(({ isKnown }) => !isKnown).map(({ origin }) => origin));

const ofPath =
  (change: (path: string) => string): Exact =>
  (args) => {
    const [path] = operandsOf(args);
    return path && isSettled(path) && !path.isGlob
      ? { text: change(path.text), origin: 'open' }
      : from(unclear(args));
  };

/** Commands whose output is their arguments, or the place itself. */
const EXACT: Readonly<Record<string, Exact>> = {
  echo: echoed,
  printf: printed,
  dirname: ofPath(dirname),
  basename: (args) => (args.length === 1 ? ofPath((path) => basename(path))(args, NOWHERE) : from('fact')),
  realpath: ofPath((path) => path),
  // Its format is text that may say anything, also a path or an option.
  date: (args) =>
    from(
      args.every((arg) => isSettled(arg) && (!arg.text.startsWith('+') || DATE_FORMAT.test(arg.text)))
        ? 'fact'
        : 'hidden',
    ),
  pwd: (_, { cwds }) => (cwds.length === 1 ? { text: cwds[0], origin: 'open' } : undefined),
  mktemp: (args) =>
    args.every(({ text }) => /^-[dqu]+$/.test(text)) ? { text: '/tmp/tmp.made', origin: 'open' } : undefined,
  git: (args, { cwds, roots }) => {
    const [cwd] = cwds;
    if (args.map(({ text }) => text).join(' ') !== 'rev-parse --show-toplevel' || cwd === undefined)
      return undefined;
    return { text: roots.find((root) => isInside(cwd, [root])), origin: 'listed' };
  },
};

/** Numbers and names of days, with what stands between them. */
const DATE_FORMAT = /^\+%[-_0^#]?[A-Zac-mo-sv-y](?:[-_:., TZ]|%[-_0^#]?[A-Zac-mo-sv-y])*$/;

/** Hashes, numbers and names of branches; what somebody wrote into a commit or a format can say anything. */
function isGitFact(args: readonly Value[]): boolean {
  if (!args.every(isSettled)) return false;
  const words = args.map(({ text }) => text);
  const formats = words.filter((word) => /^--(fo|pr)/.test(word));
  const [subcommand = ''] = words.filter((word) => !word.startsWith('-'));
  if (/^(rev-parse|merge-base|rev-list|describe)$/.test(subcommand)) return formats.length === 0;
  if (subcommand === 'branch' && words.every((word) => /^(branch|--show-current)$/.test(word))) return true;
  return formats.length > 0 && formats.every((word) => HASH_FORMAT.test(word));
}

const HASH_FORMAT =
  /^--(format|pretty)=(format:|tformat:)?%(H|h|T|t|\(objectname(:short)?\)|\(refname(:short)?\))$/;

const NOWHERE: Place = {
  cwds: [],
  roots: [],
  home: '/',
  dataDir: '/',
  allowedCommands: undefined,
  restrictedPaths: [],
};

const LISTING_OPTIONS =
  /(^| )(-[a-zA-Z]*l|--files|--files-with-matches|--files-without-match|--name-only)( |$)/;

function printsOf(program: string, args: readonly Value[]): 'paths' | 'facts' | undefined {
  // find is judged by code of its own, not by a table.
  if (program === 'find') return 'paths';
  if (['rg', 'grep', 'git'].includes(program) && LISTING_OPTIONS.test(args.map(({ text }) => text).join(' ')))
    return 'paths';
  if (/^[ef]?grep$/.test(program) && args.some(({ text }) => /^-[a-zA-Z]*L/.test(text))) return 'paths';
  const rule = ruleFor(program);
  if (rule?.prints) return rule.prints;
  const [subcommand] = operandsOf(args);
  return subcommand?.isKnown && rule?.subcommands && Object.hasOwn(rule.subcommands, subcommand.text)
    ? rule.subcommands[subcommand.text]?.prints
    : undefined;
}

/** The word for what a search through xargs looks for, where all it prints are names of files among its input. */
function listedOf(args: readonly Value[]): Value | undefined {
  const at = args.findIndex(({ text, isKnown }) => isKnown && /^[ef]?grep$/.test(text));
  const isPlain = args
    .slice(0, at)
    .every(({ text, isKnown }) => isKnown && /^(-0|--null|-r|-n|-P|\d+)$/.test(text));
  const [searched, ...files] = at === -1 ? [] : operandsOf(args.slice(at + 1));
  const isListing = at !== -1 && printsOf('grep', args.slice(at + 1)) === 'paths';
  return isPlain && isListing && files.length === 0 ? searched : undefined;
}

const placesOf = (args: readonly Value[]): Value[] =>
  operandsOf(args).filter(({ text, isKnown }) => isKnown && !/[*?[\\({]/.test(text));

/** How far paths may be trusted that a program finds below these places, by the names it is told to look for. */
export function foundBelow(
  program: string,
  args: readonly Value[],
  places: readonly Value[],
  place: Place,
): Origin {
  const origin = originBelow(places, place);
  return origin === 'listed' && looksForSecrets(program, args) ? 'secret' : origin;
}

// What these are given is looked for inside of files.
const SEARCHES_TEXT = /^(rg|grep|egrep|fgrep|git|ag|ack)$/;

const looksForSecrets = (program: string, args: readonly Value[]): boolean =>
  !SEARCHES_TEXT.test(program) &&
  args.some(
    ({ text }, i) =>
      namesSecrets(asName(text)) &&
      !/^(-not|!|-E|--exclude|-I|--ignore)$/.test(args[i - (program === 'find' ? 2 : 1)]?.text ?? ''),
  );

/** `ls -a | grep env`: of all that is listed, only what has such a name goes on. */
const picksSecrets = (program: string, args: readonly Value[]): boolean =>
  /grep$|^rg$/.test(program) &&
  !args.some(({ text }) => /^(-[a-zA-Z]*v|--invert-match)/.test(text)) &&
  operandsOf(args).some(({ text }) => namesSecrets(asName(text)) || SECRET_WORD.test(text));

// A part of a name is enough to pick the files out.
const SECRET_WORD = /^\W*(env|secrets?|credentials?|passw\w*|private|token|pem|id_rsa|id_ed25519)\W*$/i;

/** A regular expression for a name, as that name. */
const asName = (text: string): string => text.replace(/[\\^$]/g, '').replaceAll('.*', '*');

/** How far paths below these places may be trusted. */
function originBelow(places: readonly Value[], place: Place): Origin {
  const paths = places.flatMap((value) =>
    value.isKnown || value.origin === 'unset' ? (pathsOf(value.text || '.', place) ?? ['/']) : ['/'],
  );
  if (paths.every((path) => isInside(path, place.roots)))
    return places.every(({ isKnown }) => isKnown) ? 'listed' : 'unset';
  const { home, restrictedPaths } = place;
  const holdsSecrets = (path: string): boolean =>
    holdsSecretPlaces(path, home) ||
    isSecretPlace(path, home) ||
    isStartUpFile(path, home) ||
    isInside(path, restrictedPaths);
  return paths.some((path) => !isInside(path, place.roots) && holdsSecrets(path)) ? 'hidden' : 'open';
}

/** Programs that bring to light what a text hides. */
function isDecoder(program: string, args: readonly Value[]): boolean {
  const words = args.map(({ text }) => text);
  if (/^(base(32|58|64|nc)|b64decode)$/.test(program))
    return words.some((word) => /^(-[a-z]*[dD]|--decode)/.test(word)) || program === 'b64decode';
  if (program === 'xxd') return words.some((word) => /^-[a-z]*r/.test(word));
  return /^(uudecode|openssl|gpg|gpg2|age|ascii85|basez)$/.test(program);
}
