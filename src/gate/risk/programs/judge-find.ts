import { type Finding, finding } from '../finding.ts';
import { foundBelow } from '../parse/output.ts';
import { known, type Origin, UNKNOWN, type Value, withFound } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { reach } from '../paths/reach.ts';
import type { Judge } from './judge.ts';
import { isFromElsewhere } from './judge-text.ts';

const TESTS_WITH_VALUE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -links -inum -samefile -maxdepth -mindepth -printf -used -fstype -context -regextype -newermt -newerat -newerct'.split(
    ' ',
  ),
);
const TESTS = new Set(
  '-print -print0 -ls -prune -quit -empty -readable -writable -executable -not -and -or -a -o -true -false -nouser -nogroup -depth -d -xdev -mount -follow -noleaf -ignore_readdir_race -daystart -warn -nowarn ( ) ! , -H -L -P -E -X -s -x'.split(
    ' ',
  ),
);
const WRITERS = new Set('-fprint -fprint0 -fls -fprintf'.split(' '));

/** find: where it looks, and what it does with what it finds. */
export function judgeFind(args: readonly Value[], judge: Judge): Finding[] {
  const first = args.findIndex(({ text }) => /^(-(?![HLPOD]|-)|\(|!)/.test(text));
  const start = first === -1 ? args.length : first;
  const places = args.slice(0, start).filter(({ text, isKnown }) => !isKnown || !/^-[HLPOD]/.test(text));
  const looked = places.length > 0 ? places : [known('.')];
  return [
    ...looked.flatMap((value) => reach(value, 'list', judge.place)),
    ...(places.some(isFromElsewhere)
      ? [finding('MEDIUM', 'Part of what find does is only known at run time')]
      : []),
    ...judgeActions(args.slice(start), looked, judge),
  ];
}

function judgeActions(args: readonly Value[], looked: readonly Value[], judge: Judge): Finding[] {
  const findings: Finding[] = [];
  let found: Origin | undefined;
  for (let i = 0; i < args.length; i++) {
    const { text, isKnown } = args[i] as Value; // Sound: i is below the length.
    if (!isKnown) findings.push(finding('HIGH', 'What find does is only known at run time'));
    else if (text === '-delete')
      findings.push(finding('CRITICAL', 'find deletes what it finds'), ...wiped(looked, judge));
    else if (/^-(exec|execdir|ok|okdir)$/.test(text)) {
      let end = i + 1;
      while (end < args.length && !/^[;+]$/.test(args[end]?.text ?? '')) end++;
      found ??= foundBelow('find', args, looked, judge.place);
      findings.push(...judgeExec(args.slice(i + 1, end), looked, found, judge));
      i = end;
    } else if (text === '-files0-from') {
      const list = args[++i] ?? UNKNOWN;
      findings.push(...reach(list, 'read', judge.place), ...listedReads(list, judge.place));
    } else if (WRITERS.has(text)) findings.push(...reach(args[++i] ?? UNKNOWN, 'write', judge.place));
    else if (TESTS_WITH_VALUE.has(text)) i++;
    else if (!TESTS.has(text))
      findings.push(finding('MEDIUM', `Toolgate does not know the option ${text} of find`));
  }
  return findings;
}

/** The command runs for what was found: a path below where find looks. */
function judgeExec(
  words: readonly Value[],
  looked: readonly Value[],
  origin: Origin,
  judge: Judge,
): Finding[] {
  const found: Value = { ...UNKNOWN, origin };
  const deletes = /^(.*\/)?(rm|unlink|shred|rmdir)$/.test(words[0]?.text ?? '');
  return [
    ...judge.command(
      words.map((value) =>
        value.text === '{}'
          ? found
          : value.text.includes('{}')
            ? { ...found, text: withFound(value.text, '{}', '', origin) }
            : value,
      ),
      'find -exec',
    ),
    ...(deletes ? [finding('CRITICAL', 'find deletes what it finds'), ...wiped(looked, judge)] : []),
  ];
}

const wiped = (looked: readonly Value[], { place }: Judge): Finding[] =>
  looked.flatMap((value) => reach(value, 'delete', place).filter(({ isForbidden }) => isForbidden));
