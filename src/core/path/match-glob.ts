import { remember } from '../timing/remember.ts';
import { compileGlob, type PathTest } from './glob.ts';

// What `[[:digit:]]` and the like mean to a shell.
const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \t',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: ' \t\n',
  word: 'A-Za-z0-9_',
  xdigit: 'A-Fa-f0-9',
};

/** Whether a name fits a pattern; undefined where not all readers of such a pattern would say the same. */
export const fitsGlob = (name: string, glob: string): boolean | undefined => compiled(glob).test?.(name);

/** A pattern that cannot be read may fit anything. */
export const mayMatchGlob = (name: string, glob: string): boolean => fitsGlob(name, glob) !== false;

const compiled = remember((glob: string): { readonly test?: PathTest } => {
  if (UNSURE.test(glob)) return {};
  try {
    return { test: compileGlob(glob.replace(/\[:(\w+):\]/g, (_, of: string) => CLASSES[of] ?? '!-~')) };
  } catch {
    return {};
  }
}, 100);

/** `{1..9}` stands for many names, and groups are known to some only. */
const UNSURE = /\{[^{}]*\.\.|[?*+@!]\(/;
