import { type Finding, finding } from '../finding.ts';
import { compileOptions } from '../parse/option-spec.ts';
import { parseArgv } from '../parse/parse-argv.ts';
import type { Value } from '../parse/words.ts';
import type { Judge } from './judge.ts';

/** Judges a program that runs another: its own words, and the command they come to. */
export type Wrapper = (args: readonly Value[], judge: Judge, name: string) => Finding[];

export const splitWords = (args: readonly Value[], options: string) =>
  parseArgv(args, compileOptions(options), { singleDash: false, stopAtOperand: true });

export const notKnown = (name: string, unknown: readonly string[]): Finding[] =>
  unknown.map((option) => finding('HIGH', `Toolgate does not know the option ${option} of ${name}`));
