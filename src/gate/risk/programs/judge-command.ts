import { posix } from 'node:path';
import { isAtLeast } from '../../../core/risk.ts';
import { spend } from '../budget.ts';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import type { Place } from '../place.ts';
import { noteHooks } from '../scripts/git-hooks.ts';
import { judgeScripts } from '../scripts/judge-scripts.ts';
import { judgeHistory } from './git-history.ts';
import type { Judge } from './judge.ts';
import { judgeContainerFiles } from './judge-container-files.ts';
import { judgeByRule } from './judge-rule.ts';
import { judgeUnknown } from './judge-unknown.ts';
import { CONTAINERS, noteTold } from './note-told.ts';
import { judgeFetched, judgeLocalTool } from './package-runner.ts';
import { judgePager } from './pagers.ts';
import { isPureCommand } from './pure-programs.ts';
import { ruleFor } from './rule-for.ts';
import { WRAPPERS } from './wrappers.ts';

const PROGRAM_PLACES =
  /^\/(usr\/)?(local\/)?s?bin\/([^/]+)$|^\/opt\/homebrew\/bin\/([^/]+)$|^\/snap\/bin\/([^/]+)$/;

/** The risk of one command given as words: the program first. */
export function judgeWords(argv: readonly Value[], judge: Judge): Finding[] {
  const [program, ...args] = argv;
  if (!program) return [];
  spend(argv.length);
  if (!program.isKnown || program.isGlob) {
    judge.place.notes?.unfound.add('a program whose name is only known at run time');
    return [finding('CRITICAL', 'Which program runs is only known at run time')];
  }
  const name = programName(program.text);
  if (judge.place.notes && !isPureCommand(name, args)) judge.place.notes.isImpure = true;
  noteTold(name, args, judge.place);
  const refused = refusedByList(name, judge.place);
  const tricks = arithmeticTricks(name, args);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  const rule = ruleFor(name);
  const own =
    judgeLocalTool(name, args, judge) ??
    (wrapper
      ? wrapper(args, judge, name)
      : rule
        ? judgeByRule(name, rule, args, judge)
        : judgeUnknown(program.text, args, judge));
  const made = BUILDERS.has(name) && own.some(({ risk }) => isAtLeast(risk, 'MEDIUM')) ? [MAKES_FILES] : [];
  if (name === 'git') noteHooks(args, judge.place);
  const history = name === 'git' ? judgeHistory(args, judge) : [];
  const containers = CONTAINERS.test(name) ? judgeContainerFiles(own, judge.place) : [];
  const scripts = judgeScripts(name, args, judge);
  // What a script is known to do says more than that there may be one.
  return [
    ...refused,
    ...tricks,
    ...judgeFetched(name, args),
    ...judgePager(name, args, judge),
    ...history,
    ...containers,
    ...(scripts ? own.map(({ needs: _, ...rest }) => rest) : own),
    ...(scripts ?? []),
    ...made,
  ];
}

/** They put what they build beside the sources; in a place to read in they only fail, and late. */
const BUILDERS = new Set([
  'cmake',
  'meson',
  'ninja',
  'samu',
  'bazel',
  'bazelisk',
  'buck2',
  'scons',
  'xmake',
  'waf',
]);
const MAKES_FILES = finding('MEDIUM', 'a build makes files', { needs: ['write'] });

const programName = (text: string): string => {
  const [, , , plain, brew, snap] =
    PROGRAM_PLACES.exec(text.includes('/') ? posix.normalize(text) : text) ?? [];
  return plain ?? brew ?? snap ?? text;
};

function refusedByList(name: string, { allowedCommands }: Place): Finding[] {
  if (!allowedCommands || allowedCommands.includes(name)) return [];
  return [finding('CRITICAL', `${name} is not in shell.allowedCommands`, { isForbidden: true })];
}

// These evaluate a name like a[$(command)], however it is quoted.
const EVALUATE_NAMES = new Set([
  'let',
  'test',
  '[',
  'printf',
  'read',
  'unset',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
  'mapfile',
  'readarray',
  'wait',
  'getopts',
]);

function arithmeticTricks(name: string, args: readonly Value[]): Finding[] {
  if (!EVALUATE_NAMES.has(name)) return [];
  return args.some(({ text }) => /\[[^[\]]*(\$\(|`|\$\{)/.test(text))
    ? [finding('CRITICAL', `${name} would run a command hidden in a name`)]
    : [];
}
