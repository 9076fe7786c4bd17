import { RISKS, type Risk } from '../../../core/risk.ts';

export type ValueKind =
  | 'text'
  | 'read'
  | 'write'
  | 'list'
  | 'command'
  | 'url'
  | 'pattern'
  | 'code'
  | 'program'
  | 'mount'
  | 'module'
  | 'exec'
  | 'patterns'
  | 'names'
  | 'statement'
  | 'paths';

export interface OptionSpec {
  readonly name: string;
  /** `required`: attached or the next word; `optional`: only behind `=` or attached. */
  readonly value: 'none' | 'required' | 'optional';
  /** How many words a required value takes. */
  readonly count: number;
  readonly kind: ValueKind;
  readonly risk: Risk | undefined;
  /** It makes another piece of work of the command, though one of no higher risk. */
  readonly isOtherWork: boolean;
}

export interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionSpec>;
  readonly takesNumbers: boolean;
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  '': 'text',
  r: 'read',
  w: 'write',
  l: 'list',
  c: 'command',
  u: 'url',
  p: 'pattern',
  x: 'code',
  e: 'program',
  m: 'mount',
  s: 'module',
  k: 'exec',
  f: 'patterns',
  g: 'names',
  q: 'statement',
  i: 'paths',
};

const FORM = /^(-{1,2}[^:?!\s]+|\+[^:?!\s]+)((?:::?|\?)([rwlcupxemskfgqi]?))?(?:!([A-Z]+))?$/;

/** The words of a table as a look-up; a word that is not in the right form is a defect of the table. */
export function compileOptions(words: string): OptionTable {
  const specs = words
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-#')
    .map(compileOption);
  return {
    byName: new Map(specs.map((spec) => [spec.name, spec])),
    takesNumbers: /(^|\s)-#(\s|$)/.test(words),
  };
}

function compileOption(word: string): OptionSpec {
  const [, name, value, kind = '', risk] = FORM.exec(word) ?? [];
  const known = RISKS.find((candidate) => candidate === risk);
  const isOtherWork = risk === 'OTHER';
  if (name === undefined || (risk !== undefined && known === undefined && !isOtherWork))
    throw new Error(`Not an option of a table: ${word}`);
  return {
    name,
    count: value?.startsWith('::') ? 2 : 1,
    value: value === undefined ? 'none' : value.startsWith('?') ? 'optional' : 'required',
    kind: KINDS[kind] ?? 'text',
    risk: known,
    isOtherWork,
  };
}
