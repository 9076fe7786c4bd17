/** How far a transfer is; the number only grows. */
export type Tell = (done: number, total?: number, message?: string) => void;

const LINE = /^(?:remote: )?([A-Z][a-z]+(?: [a-z]+)*): +(\d+)% \(\d+\/\d+\)/;

/** Reads what git prints with --progress: each phase counts to a hundred, one after the other. */
export function createTransferProgress(tell: Tell): (text: string) => void {
  const phases: string[] = [];
  let last = 0;
  let rest = '';
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, phase = '', percent = '0'] = LINE.exec(line) ?? [];
      if (phase === '') continue;
      if (!phases.includes(phase)) phases.push(phase);
      const done = phases.indexOf(phase) * 100 + Number(percent);
      if (done > last) tell(done, undefined, `${phase} ${percent}%`);
      last = Math.max(last, done);
    }
  };
}

const COUNTS =
  /^(remote: )?(Rebasing \(\d+\/\d+\)|\w+ing objects: \d+, done\.|Total \d+ \(delta .*|Delta compression using up to \d+ threads?)$/;

/** What git said besides its progress. */
export const withoutProgress = (text: string): string =>
  text
    .split(/[\r\n]+/)
    // git pads what a remote says, to write over its own progress.
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !LINE.test(line) && !COUNTS.test(line))
    .join('\n');
