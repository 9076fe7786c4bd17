import type { Command, Word } from 'unbash';
import { mayBeSet } from '../../../core/process/child-environment.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import type { Place } from '../place.ts';
import { OPEN, type Output } from './output.ts';
import { namesIn, type Survey } from './survey.ts';
import { type Origin, type Value, worstOrigin } from './words.ts';

export interface Looked {
  readonly values: readonly string[] | undefined;
  readonly origin: Origin;
  /** Only the run decides which number it is. */
  readonly isNumber?: boolean;
}

/** What the variables of a script can hold, from the script itself and the few that are the same everywhere. */
export class ScriptVariables {
  private readonly facts: Survey;
  private readonly valueOf: (word: Word) => Value;
  private readonly resolving = new Set<string>();
  private readonly looked = new Map<string, Looked>();
  private readonly wasRead = new Map<string, Output>();

  constructor(facts: Survey, wordValue: (word: Word) => Value) {
    this.facts = facts;
    this.valueOf = wordValue;
  }

  lookUp(name: string, place: Place): Looked {
    const { assigned, readNames, functions } = this.facts;
    // Inside a function they are those of the function.
    if (/^(\d+|[@*])$/.test(name) && place.positional && functions.size === 0)
      return positionalValue(name, place.positional);
    if (readNames.has(name) && !assigned.has(name)) return this.readValue(name);
    if (!assigned.has(name))
      return {
        values: given(name, place),
        origin: this.originOutside(name, place),
        ...(IS_NUMBER.test(name) && { isNumber: true }),
      };
    const words = assigned.get(name);
    if (!words || readNames.has(name) || this.resolving.has(name))
      return { values: undefined, origin: 'open' };
    const looked = this.looked.get(name) ?? this.resolve(name, words);
    this.looked.set(name, looked);
    return looked;
  }

  /** Of a variable that nothing in the line sets: the shell that runs the line may have it from its start. */
  private originOutside(name: string, { startsClean }: Place): Origin {
    if (!startsClean || this.facts.mayHideSetters) return 'open';
    if (/^(USER|LOGNAME|UID|EUID|PPID|RANDOM|SECONDS|LINENO)$/.test(name)) return 'fact';
    return mayBeSet(name) ? 'open' : 'unset';
  }

  /** Words of an option are harmless as names of variables that nobody uses. */
  readInto(node: Command, input: Output): void {
    for (const name of namesIn(node)) {
      const before = this.wasRead.get(name);
      this.wasRead.set(
        name,
        before ? { text: undefined, origin: worstOrigin([before.origin, input.origin, 'open']) } : input,
      );
    }
    this.forget();
  }

  /** The current directory has changed, and values made of it with it. */
  forget(): void {
    this.looked.clear();
  }

  private resolve(name: string, words: readonly Word[]): Looked {
    this.resolving.add(name);
    const values = words.map(this.valueOf);
    this.resolving.delete(name);
    const unknown = values.filter(({ isKnown }) => !isKnown);
    return {
      values:
        unknown.length === 0 ? values.flatMap(({ text, alternatives }) => alternatives ?? [text]) : undefined,
      origin: worstOrigin(unknown.map(({ origin }) => origin)),
      ...(values.some(({ isNumber }) => isNumber) && { isNumber: true }),
    };
  }

  private readValue(name: string): Looked {
    const { text, origin } = this.wasRead.get(name) ?? OPEN;
    return { values: text === undefined ? undefined : wordsAndRests(text), origin };
  }
}

/** Of several names each gets one word of a line, and the last of them all that is left of it; without IFS, all of it. */
const wordsAndRests = (text: string): string[] => [
  ...new Set(
    text.split('\n').flatMap((line) => {
      const words = [...line.matchAll(/[^ \t]+/g)];
      const trimmed = withoutEnd(line, ' \t');
      const rests = words.map(({ index }) => trimmed.slice(index));
      return [line, ...words.map(([word]) => word), ...rests];
    }),
  ),
];

/** What `$1`, or `$@`, can be. */
function positionalValue(name: string, positional: readonly Value[]): Looked {
  if (name === '@' || name === '*')
    return { values: undefined, origin: worstOrigin(positional.slice(1).map(originOf)) };
  const value = positional[Number(name)];
  if (!value) return { values: undefined, origin: 'open' };
  return {
    values: value.isKnown ? (value.alternatives ?? [value.text]) : undefined,
    origin: originOf(value),
  };
}

const originOf = ({ isKnown, origin }: Value): Origin => (isKnown ? 'open' : origin);

/** Process numbers, counts and exit codes. */
const IS_NUMBER = /^[$!?#]$/;

function given(name: string, { home, cwds }: Place): readonly string[] | undefined {
  if (IS_NUMBER.test(name)) return ['0'];
  if (name === 'HOME') return [home];
  return name === 'PWD' && cwds.length > 0 ? cwds : undefined;
}
