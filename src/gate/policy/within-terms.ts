import type { Rule, RulePattern } from '../../core/approval/rule.ts';
import type { NamedFile } from '../../core/call/call.ts';
import { isInside } from '../../core/path/paths.ts';
import type { RuleSubject } from './rule-subject.ts';

/**
 * An allowance covers no more access than it names, no script that was changed since, no other program file or settings, no
 * other option that could load them, nothing that could not be told beforehand, no other directory in which a program
 * would find other things to do, and no other open directory that it could change.
 */
export const isWithin = (
  { access, scripts, runs, told, at, options, choices, roots }: RulePattern,
  {
    access: wanted,
    beyondNeeds,
    scriptsDigest,
    runs: executed = [],
    unfound = [],
    told: named = [],
    workplaces = [],
    options: given = [],
    choices: chosen = [],
    roots: open = [],
  }: RuleSubject,
): boolean =>
  (access ? wanted.every((one) => access.includes(one)) : beyondNeeds.length === 0) &&
  (scripts === undefined || scripts === (scriptsDigest ?? '')) &&
  (runs === undefined || (unfound.length === 0 && executed.every((file) => runs.includes(file)))) &&
  (told === undefined || named.every((file) => isAmong(file, told))) &&
  (options === undefined || given.every((option) => options.includes(option))) &&
  (roots === undefined || open.every((root) => isInside(root, roots))) &&
  (choices === undefined || choices.join() === chosen.join()) &&
  (at === undefined || workplaces.every((place) => place !== '' && at.includes(place)));

const isAmong = ({ path, sha256 }: NamedFile, files: readonly NamedFile[]): boolean =>
  files.some((file) => file.path === path && file.sha256 === sha256);

/** A rule that names no files stands for whatever its commands execute or are told by, and so for options. */
export const runsNoOther = (
  rules: readonly Rule[],
  { runs = [], told = [], options = [] }: RuleSubject,
): boolean =>
  (rules.some(({ pattern }) => pattern.commands && !pattern.runs) ||
    runs.every((file) => rules.some(({ pattern }) => pattern.runs?.includes(file)))) &&
  (rules.some(({ pattern }) => pattern.commands && !pattern.told) ||
    told.every((file) => rules.some(({ pattern }) => isAmong(file, pattern.told ?? [])))) &&
  (rules.some(({ pattern }) => pattern.commands && !pattern.options) ||
    options.every((option) => rules.some(({ pattern }) => pattern.options?.includes(option))));
