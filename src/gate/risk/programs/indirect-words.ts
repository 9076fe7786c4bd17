import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { reach } from '../paths/reach.ts';
import { type Judge, type Rule, tableOf } from './judge.ts';
import { hasEffects } from './judge-operands.ts';

// Binutils and compilers take the words of a file for their own; archivers and transfers read what it lists.
const TAKES_WORDS =
  /^(strings|readelf|objdump|nm|size|ar|ranlib|strip|objcopy|addr2line|c\+\+filt|gprof|ld|ld\.\w+|lld|gold|as|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|llvm-\w+|javac?|javadoc|kotlinc|rustc|protoc|7z|7za|7zr|7zz|swiftc|dwp|elfedit|windres|gfortran)$/;

/** Words that stand for what a file says, and wildcards that file names can turn into options. */
export const judgeIndirectWords = (
  name: string,
  rule: Rule,
  args: readonly Value[],
  judge: Judge,
): Finding[] => [
  ...(TAKES_WORDS.test(name.split(' ')[0] ?? '')
    ? args.flatMap((value) => wordsOfFile(name, value, judge))
    : []),
  ...wildcardOptions(name, rule, args),
];

function wordsOfFile(name: string, value: Value, { place }: Judge): Finding[] {
  if (!value.text.startsWith('@') || value.text === '@') return [];
  const file = { ...value, text: value.text.slice(1) };
  return [
    finding('MEDIUM', `${name} takes its arguments from ${file.text}`),
    ...reach(file, 'read', place),
    ...listedReads(file, place),
  ];
}

/** `tar c *`: a file may be called `--checkpoint-action=exec=x`. Behind `--` it is a file, and `./*` never looks like one. */
function wildcardOptions(name: string, rule: Rule, args: readonly Value[]): Finding[] {
  if (rule.isText || rule.subcommands || !hasEffects(rule)) return [];
  const end = args.findIndex(({ text }) => text === '--');
  const before = end === -1 ? args : args.slice(0, end);
  const first = before.findIndex(({ text }) => !text.startsWith('-'));
  const counted = rule.stopAtOperand && first !== -1 ? before.slice(0, first + 1) : before;
  const wildcard = counted.find(({ isGlob, text }) => isGlob && /^[*?[]/.test(text));
  return wildcard && [...tableOf(rule).byName].length > 0
    ? [
        finding(
          'MEDIUM',
          `${wildcard.text} may match a file whose name ${name} takes for an option; write ./${wildcard.text}`,
        ),
      ]
    : [];
}
