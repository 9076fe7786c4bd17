import type { Command, Script, SyntaxNode } from 'unbash';
import { nodesIn } from '../../../core/shell/nodes-in.ts';
import { namedByPrintf } from '../../../core/shell/printf-counts.ts';
import { finding } from '../finding.ts';
import { arithmeticIn, OPENED_INTO } from '../parse/computed-text.ts';
import { namesIn } from '../parse/survey.ts';
import { judgeAssignment } from './judge-assignment.ts';
import type { Judged } from './judged.ts';

/**
 * Variables that are set, or taken away, by something else than an assignment: `for PATH in x`, `printf -v PATH x`,
 * `printf %n PATH`, `((PATH=0))`, `unset PATH`. For those that change what other programs do it is the same.
 */
export function setOtherwise(source: string, script: Script): Judged[] {
  const opened = OPENED_INTO.exec(source)?.[1];
  const judged: Judged[] = opened ? [{ text: opened, findings: judgeAssignment(opened) }] : [];
  for (const node of nodesIn(script)) {
    for (const name of [...namesSetBy(node), ...setInExpressions(node)]) {
      const findings = name === undefined ? [UNKNOWN] : judgeAssignment(name);
      if (findings.length > 0) judged.push({ text: name ?? 'a variable', findings });
    }
  }
  return judged;
}

export const UNKNOWN = finding('CRITICAL', 'It sets a variable whose name is only known at run time');

/** Undefined: one whose name is only known at run time. */
function namesSetBy(node: SyntaxNode): (string | undefined)[] {
  switch (node.type) {
    case 'For':
    case 'Select':
      return [node.name.value];
    case 'Coproc':
      return node.name ? [node.name.value] : [];
    case 'ParameterExpansion':
      return node.operation?.type === 'Default' && node.operation.operator.includes('=')
        ? [node.parameter]
        : [];
    case 'Command':
      return setByCommand(node);
    default:
      return [];
  }
}

/** `((PATH=0))`, `a[PATH=0]=1`, `[[ PATH=0 -eq 0 ]]`: which of its names it sets is not worth finding out. */
const setInExpressions = (node: SyntaxNode): string[] =>
  arithmeticIn(node)
    .map((text) => text.replace(/["'\\\n]/g, ''))
    .filter((text) => /(^|[^=!<>])=(?!=)|\+\+|--/.test(text))
    .flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);

function setByCommand(node: Command): (string | undefined)[] {
  const words = node.args.filter((arg) => arg.type === 'Word');
  switch (node.name?.value) {
    case 'unset':
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'getopts':
      return [...namesIn(node), ...indexed(words), ...(node.name.value === 'unset' ? unknownOf(words) : [])];
    case 'printf':
      return [...behind(words, '-v'), ...namedByPrintf(words).map(nameOf)];
    case 'wait':
      return behind(words, '-p');
    case 'let':
      return words.flatMap(({ value }) => value.match(/[A-Za-z_]\w*/g) ?? []);
    case 'local':
    case 'declare':
    case 'typeset':
      return [...namesIn(node), ...unknownOf(words)];
    default:
      return [];
  }
}

type Words = readonly { readonly value: string; readonly parts?: readonly { type: string }[] | undefined }[];

const isFixed = ({ parts }: Words[number]): boolean =>
  parts?.every(({ type }) => !/Expansion|Substitution|DoubleQuoted/.test(type)) ?? true;

const unknownOf = (words: Words): undefined[] =>
  words.some((word) => !isFixed(word) && !word.value.startsWith('-')) ? [undefined] : [];

/** `PATH[0]` is PATH. */
const indexed = (words: Words): string[] =>
  words.flatMap(({ value }) => /^([A-Za-z_]\w*)\[/.exec(value)?.slice(1) ?? []);

/** Undefined where only the run knows it. */
const nameOf = (word: Words[number]): string | undefined =>
  isFixed(word) ? word.value.replace(/\[.*/s, '') : undefined;

function behind(words: Words, option: string): (string | undefined)[] {
  return words.flatMap((word, i) => {
    const isIt = words[i - 1]?.value === option;
    const joined = word.value.startsWith(option) && word.value.length > option.length;
    if (!isIt && !joined) return [];
    if (!isFixed(word)) return [undefined];
    return [(isIt ? word.value : word.value.slice(option.length)).replace(/\[.*/s, '')];
  });
}
