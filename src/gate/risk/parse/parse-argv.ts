import type { OptionSpec, OptionTable } from './option-spec.ts';
import type { Value } from './words.ts';

export interface GivenOption {
  readonly spec: OptionSpec;
  readonly value: Value | undefined;
  /** Only a beginning of it stands there, or what may become it. */
  readonly isGuessed?: boolean;
}

export interface ParsedArgv {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Value[];
  /** Options the table does not know. */
  readonly unknown: readonly string[];
  /** What stands behind an option to which the rest of the words belongs. */
  readonly rest: readonly Value[];
}

/** Whether one of these options is there; names are separated by blanks. */
export const isGiven = (names: string | undefined, { options }: ParsedArgv): boolean =>
  names !== undefined && options.some(({ spec }) => names.split(' ').includes(spec.name));

/** The same for options that make a command milder: in full, and nothing beside them that could take them back. */
export const isSurelyGiven = (names: string | undefined, { options, unknown }: ParsedArgv): boolean =>
  names !== undefined &&
  options.some(({ spec, isGuessed }) => !isGuessed && names.split(' ').includes(spec.name)) &&
  !unknown.some((name) => name.startsWith('--no'));

interface ParseOptions {
  readonly singleDash: boolean;
  readonly stopAtOperand: boolean;
}

/** Reads the words of a command as its program would, by what the table knows of it. */
export function parseArgv(
  args: readonly Value[],
  table: OptionTable,
  { singleDash, stopAtOperand }: ParseOptions,
): ParsedArgv {
  const options: GivenOption[] = [];
  const operands: Value[] = [];
  const unknown: string[] = [];
  const rest: Value[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Value; // Sound: i is below the length.
    const { text } = arg;
    if (!text.startsWith('-') || (text === '-' && arg.isKnown)) {
      // What is unknown may become an option; code that judges operands treats it as anything.
      operands.push(arg);
      if (stopAtOperand) {
        operands.push(...args.slice(i + 1));
        break;
      }
      continue;
    }
    if (text === '--' && arg.isKnown) {
      operands.push(...args.slice(i + 1));
      break;
    }
    const read = text.startsWith('--') || singleDash ? readLong(arg, table) : readBundle(arg, table);
    unknown.push(...read.unknown);
    options.push(...read.options);
    if (read.wants.length > 0) {
      const count = Math.max(...read.wants.map((spec) => spec.count));
      const isGuessed = read.unknown.length > 0;
      const values = args.slice(i + 1, i + 1 + count);
      options.push(
        ...read.wants.flatMap((spec) =>
          (values.length > 0 ? values : [undefined]).map((value) => ({ spec, value, isGuessed })),
        ),
      );
      // Where another option may be meant that takes no value, the next word may be an operand as well.
      if (read.isUnsettled) operands.push(...values);
      i += count;
    }
    const { kind } = options.at(-1)?.spec ?? {};
    if (kind !== 'module' && kind !== 'exec') continue;
    rest.push(...args.slice(i + 1));
    break;
  }
  return { options, operands, unknown, rest };
}

interface ReadOption {
  readonly options: readonly GivenOption[];
  readonly unknown: readonly string[];
  /** The options whose value is the next word. */
  readonly wants: readonly OptionSpec[];
  /** Whether it takes the next word depends on which option is meant. */
  readonly isUnsettled?: boolean;
}

const nothing: ReadOption = { options: [], unknown: [], wants: [] };

function readLong(arg: Value, { byName, takesNumbers }: OptionTable): ReadOption {
  const { text, isKnown } = arg;
  if (takesNumbers && isKnown && /^-\d+$/.test(text)) return nothing;
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const spec = byName.get(name);
  const meant = spec ? [spec] : optionsMeant(arg, name, byName);
  const isComplete = spec !== undefined && (isKnown || at !== -1);
  const unknown = isComplete && !(at !== -1 && spec.value === 'none') ? [] : [name];
  const isGuessed = unknown.length > 0;
  if (at !== -1)
    return {
      options: meant.map((one) => ({ spec: one, value: { ...arg, text: text.slice(at + 1) }, isGuessed })),
      unknown,
      wants: [],
    };
  return {
    options: meant
      .filter(({ value }) => value !== 'required')
      .map((one) => ({ spec: one, value: undefined, isGuessed })),
    unknown,
    wants: meant.filter(({ value }) => value === 'required'),
    isUnsettled: meant.some(({ value }) => value !== 'required'),
  };
}

/** Programs take a beginning for the whole, down to one letter: whichever is meant, it may be the worst of them. */
function optionsMeant(
  { isKnown }: Value,
  name: string,
  byName: OptionTable['byName'],
): readonly OptionSpec[] {
  // Words with one dash are hardly ever cut short; `-f` beside `-format` is an option of its own.
  const fewest = name.startsWith('--') ? (isKnown ? 3 : 2) : 4;
  return name.length < fewest ? [] : [...byName.values()].filter((other) => other.name.startsWith(name));
}

function readBundle(arg: Value, { byName, takesNumbers }: OptionTable): ReadOption {
  const { text, isKnown } = arg;
  if (takesNumbers && isKnown && /^-\d+$/.test(text)) return nothing;
  const options: GivenOption[] = [];
  for (let i = 1; i < text.length; i++) {
    const spec = byName.get(`-${text[i]}`);
    if (!spec) return { options, unknown: [`-${text[i]}`], wants: [] };
    const rest = text.slice(i + 1);
    const hasValue = rest !== '' || !isKnown;
    if (spec.value === 'none') options.push({ spec, value: undefined });
    else if (hasValue)
      return {
        options: [...options, { spec, value: { ...arg, text: rest.replace(/^=/, '') } }],
        unknown: [],
        wants: [],
      };
    else if (spec.value === 'required') return { options, unknown: [], wants: [spec] };
    else options.push({ spec, value: undefined });
  }
  return { options, unknown: isKnown ? [] : [text], wants: [] };
}
