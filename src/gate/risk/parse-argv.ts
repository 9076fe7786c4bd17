import type { OptionSpec, OptionTable } from './option-spec.ts';
import { known, type Value } from './words.ts';

export interface GivenOption {
  readonly spec: OptionSpec;
  readonly value: Value | undefined;
}

export interface ParsedArgv {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Value[];
  /** Options the table does not know. */
  readonly unknown: readonly string[];
}

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
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Value; // Sound: i is below the length.
    const { text } = arg;
    if (!text.startsWith('-') || text === '-') {
      // What is unknown may become an option; whoever judges operands treats it as anything.
      operands.push(arg);
      if (stopAtOperand) {
        operands.push(...args.slice(i + 1));
        break;
      }
      continue;
    }
    if (text === '--') {
      operands.push(...args.slice(i + 1));
      break;
    }
    const read = text.startsWith('--') || singleDash ? readLong(text, table) : readBundle(text, table);
    unknown.push(...read.unknown);
    options.push(...read.options);
    if (!read.wants) continue;
    i++;
    options.push({ spec: read.wants, value: args[i] });
  }
  return { options, operands, unknown };
}

interface ReadOption {
  readonly options: readonly GivenOption[];
  readonly unknown: readonly string[];
  /** The option whose value is the next word. */
  readonly wants?: OptionSpec;
}

function readLong(text: string, { byName, takesNumbers }: OptionTable): ReadOption {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const spec = byName.get(name);
  if (!spec)
    return takesNumbers && /^-\d+$/.test(text)
      ? { options: [], unknown: [] }
      : { options: [], unknown: [name] };
  if (at !== -1)
    return {
      options: [{ spec, value: known(text.slice(at + 1)) }],
      unknown: spec.value === 'none' ? [name] : [],
    };
  return spec.value === 'required'
    ? { options: [], unknown: [], wants: spec }
    : { options: [{ spec, value: undefined }], unknown: [] };
}

function readBundle(text: string, { byName, takesNumbers }: OptionTable): ReadOption {
  if (takesNumbers && /^-\d+$/.test(text)) return { options: [], unknown: [] };
  const options: GivenOption[] = [];
  for (let i = 1; i < text.length; i++) {
    const spec = byName.get(`-${text[i]}`);
    if (!spec) return { options, unknown: [`-${text[i]}`] };
    const rest = text.slice(i + 1);
    if (spec.value === 'none') options.push({ spec, value: undefined });
    else if (rest !== '')
      return { options: [...options, { spec, value: known(rest.replace(/^=/, '')) }], unknown: [] };
    else if (spec.value === 'required') return { options, unknown: [], wants: spec };
    else options.push({ spec, value: undefined });
  }
  return { options, unknown: [] };
}
