import { type Finding, finding } from '../finding.ts';
import { judgeCode } from '../languages/judge-code.ts';
import { isGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import { known, type Value } from '../parse/words.ts';
import { reach } from '../paths/reach.ts';
import { type Judge, ownEntry, type Rule } from './judge.ts';
import { isStream, judgeProgramFile } from './judge-option.ts';
import { noteModule, noteRun, noteUnfound } from './note-runs.ts';
import { ruleFor } from './rule-for.ts';

/** Judges a module that the table of its interpreter has a rule for. */
type JudgeListed = (name: string, rule: Rule, args: readonly Value[], judge: Judge) => Finding[];

// Their operands are targets, scripts of the project, or files that they check and do not run.
const WORKS_ON_OPERANDS =
  /^(g?make|ninja|samu|just|task|tsc|black|isort|autopep8|yapf|dc|m4|ssh-\S+|(ruff|terraform|tofu|terragrunt|npm|bun) .*|deno fmt)$/;

/** Program text given as an operand, an option or through stdin: what it does is not ours to know. */
export function judgeInterpreter(
  name: string,
  rule: Rule,
  parsed: ParsedArgv,
  judge: Judge,
  judgeListed: JudgeListed,
): Finding[] {
  const { options, operands, rest } = parsed;
  const [program] = operands;
  const module = options.find(({ spec }) => spec.kind === 'module')?.value;
  if (module) return judgeModule(name, rule, module, rest, judge, judgeListed);
  const isWritten = isGiven(rule.operandsWrittenWith, parsed);
  const reached = operands.flatMap((value) => reach(value, isWritten ? 'write' : 'read', judge.place));
  // Words after an inline program need not be files; they count as if they were.
  if (options.some(({ spec }) => spec.kind === 'code' || spec.kind === 'command'))
    return [
      ...reached,
      ...(operands.some(mayStartProgram)
        ? [finding('MEDIUM', `${name} may run what it is told to read`)]
        : []),
    ];
  if (name === 'php' && options.some(({ spec }) => spec.name === '-S'))
    noteUnfound('which files the server of php runs', judge.place);
  if (program && !isStream(program)) {
    if (!WORKS_ON_OPERANDS.test(name)) noteRun(programAmong(name, operands) ?? program, judge.place, name);
    return [
      finding('MEDIUM', `${name} runs a program`),
      ...judgeVerb(name, operands[1]),
      ...judgeProgramFile(name, rule, program, judge),
      ...reached,
    ];
  }
  if (judge.stdin === 'nothing' && !program)
    return [finding('MEDIUM', `${name} runs code from this directory`)];
  // A text that stands here can be read like one given as an argument.
  if (rule.isReadable && judge.stdin === 'text' && judge.input.text !== undefined) {
    const judged = judgeCode(name, known(judge.input.text), judge);
    return judged.some(({ risk }) => risk === 'HIGH' || risk === 'CRITICAL')
      ? [...judged, finding('CRITICAL', `${name} runs code from stdin`)]
      : judged;
  }
  noteUnfound(`what ${name} reads from its input`, judge.place);
  return [finding('CRITICAL', `${name} runs code from stdin`)];
}

/** `tsx watch a.ts` runs a.ts. */
const programAmong = (name: string, [first, second]: readonly Value[]): Value | undefined =>
  name.endsWith('tsx') && first?.text === 'watch' ? second : first;

/** `id|` instead of a file is a program to Perl; a name that only the run decides may be one. */
const mayStartProgram = ({ text, isKnown, isGlob }: Value): boolean =>
  !isKnown || /[|<>]/.test(text) || (isGlob && !/^[\w./].*[\w}]$/.test(text));

// Words by which scripts of a project are told to empty its database.
const EMPTIES = /^(\w+:)?(drop|wipe|flush|fresh|reset|destroy|purge|truncate|delete)(:\w+)?$/;

const judgeVerb = (name: string, verb: Value | undefined): Finding[] =>
  verb && EMPTIES.test(verb.text) ? [finding('HIGH', `${name} ${verb.text} is hard to undo`)] : [];

/** `python -m pytest`: a program of its own, which all that follows belongs to. */
function judgeModule(
  name: string,
  rule: Rule,
  module: Value,
  rest: readonly Value[],
  judge: Judge,
  judgeListed: JudgeListed,
): Finding[] {
  if (!module.isKnown) return [finding('CRITICAL', `What ${name} runs is only known at run time`)];
  const listed = ownEntry(rule.modules, module.text);
  if (listed) return judgeListed(`${name} -m ${module.text}`, listed, rest, judge);
  if (module.text.includes('/')) return [finding('HIGH', `${name} runs ${module.text}`)];
  if (ruleFor(module.text)) return judge.command([module, ...rest], name);
  noteModule(module.text, judge.place);
  return [finding('MEDIUM', `${name} runs the module ${module.text}`)];
}
