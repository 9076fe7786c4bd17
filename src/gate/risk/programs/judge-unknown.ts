import { isInside } from '../../../core/path/paths.ts';
import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import { judgeAddress } from '../paths/judge-address.ts';
import { reach } from '../paths/reach.ts';
import { pathsOf } from '../place.ts';
import type { Judge } from './judge.ts';
import { noteRun } from './note-runs.ts';

/** A program no table knows: worth a question for itself, and more for what its words give away. */
export function judgeUnknown(text: string, args: readonly Value[], judge: Judge): Finding[] {
  const program = judgeProgram(text, judge);
  if (text.includes('/')) noteRun(known(text), judge.place, text);
  // A program of the project is told where to put things by those who know it.
  const isOwn = text.includes('/') && program.risk === 'MEDIUM';
  return [program, ...judgeBystanders(text, args, judge, { mayWrite: !isOwn })];
}

function judgeProgram(text: string, { place }: Judge): Finding {
  // Letters of other scripts that look like ours, or characters that are not seen at all.
  if (/[^\x20-\x7e]/.test(text)) return finding('CRITICAL', `${text} may look like another program`);
  if (!text.includes('/')) return finding('MEDIUM', `${text} is not a known program`);
  const isOpen = pathsOf(text, place)?.every((path) => isInside(path, place.roots)) ?? false;
  return isOpen ? finding('MEDIUM', `runs ${text}`) : finding('HIGH', `runs ${text}, from outside the roots`);
}

// What cannot be taken back, or leaves this machine, whatever the program calls its objects.
export const NO_WAY_BACK =
  /^(\w+[:.-])?(delete|destroy|drop|purge|wipe|erase|obliterate|nuke|terminate|uninstall|flush|fresh|truncate|decommission|publish|deploy|push|rollback|revoke|shutdown|reboot|factory-reset)(-\w+|-all)?$/;

const RUNS_ANOTHER =
  /^(?:.*\/)?((ba|da|z|k|a|fi)?sh|sudo|su|doas|ssh|rm|shred|dd|eval|curl|wget|nc|ncat|socat|mkfs[.\w]*|chmod|chown|python[\d.]*|perl|ruby|node|php)$/;

/** Paths, addresses and commands among the words mean the same to a program that we do not know. */
export function judgeBystanders(
  name: string,
  args: readonly Value[],
  judge: Judge,
  { mayWrite }: { mayWrite: boolean },
): Finding[] {
  const words = args.map(valueBehindOption);
  const verbs = words.filter(({ text }) => /^[a-z]/.test(text)).slice(0, 3);
  const runs = words.findIndex(({ text, isKnown }) => isKnown && RUNS_ANOTHER.test(text));
  return [
    ...words.flatMap((value) => judgeWord(value, judge, mayWrite)),
    ...(verbs.some(({ text }) => NO_WAY_BACK.test(text))
      ? [finding('HIGH', `${name} does something that is hard to undo`)]
      : []),
    ...(runs === -1 ? [] : weighty(judge.command(words.slice(runs), name))),
  ];
}

/** `--output=/etc/x` and `-o/etc/x` reach what stands in them. */
const valueBehindOption = (value: Value): Value => {
  const [, rest] = /^--?[\w-]+=(.+)$/s.exec(value.text) ?? /^-\w(\/.+|~.*)$/s.exec(value.text) ?? [];
  return rest === undefined ? value : { ...value, text: rest };
};

function judgeWord(value: Value, judge: Judge, mayWrite: boolean): Finding[] {
  const { text, isKnown } = value;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return judgeAddress(value);
  if (isSwitch(text)) return [];
  if (/^[~/]|(^|\/)\.\.(\/|$)/.test(text)) {
    // It may be read or written; one is as likely as the other.
    const risky = reach(value, 'write', judge.place).filter(
      ({ risk }) => risk === 'CRITICAL' && isOfTheSystem(text, judge),
    );
    return [
      ...reach(value, 'read', judge.place),
      ...(mayWrite && risky.length > 0 ? [finding('HIGH', `may write ${text}`)] : []),
    ];
  }
  if (isKnown && /\s/.test(text)) return weighty(judge.perhapsShell(known(text)));
  return reach(value, 'read', judge.place).filter(({ isSecret }) => isSecret);
}

/** `/help`, `/s:x`: how programs from Windows write options; nobody keeps files at the top under such names. */
const isSwitch = (text: string): boolean =>
  /^\/{1,2}[\w?-]{1,20}([:=][^/]*)?$/.test(text) &&
  !/^\/(bin|boot|data|dev|etc|home|lib\w*|media|mnt|opt|proc|private|root|run|sbin|snap|srv|sys|tmp|usr|var|work|Users|Library|System|Volumes|Applications)$/.test(
    text,
  );

// Where a file decides what the machine does, or what programs do from now on.
const SYSTEM = /^\/(bin|boot|dev|etc|lib\w*|proc|root|sbin|sys|usr|var\/(spool|lib)|Library|System)(\/|$)/;

const isOfTheSystem = (text: string, { place }: Judge): boolean =>
  (pathsOf(text, place) ?? ['/etc']).some(
    (path) => SYSTEM.test(path) || isInside(path, [place.home, place.dataDir]),
  );

const weighty = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ risk, isSyntax }) => !isSyntax && (risk === 'HIGH' || risk === 'CRITICAL'));
