import { UsageError } from '../core/errors.ts';

const [CTRL_C, CTRL_D, BACKSPACE] = ['\u0003', '\u0004', '\u007f'];

/** Asks at the terminal and shows nothing of what is typed; undefined where it is given up. */
export function askSecret(prompt: string, signal: AbortSignal): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new UsageError(`ssh asks "${prompt.trim()}", which needs a terminal to answer it.`);
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.resume();
  let typed = '';
  return new Promise((resolve) => {
    const finish = (answer: string | undefined): void => {
      stdin.off('data', take);
      signal.removeEventListener('abort', giveUp);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      resolve(answer);
    };
    const giveUp = (): void => finish(undefined);
    const take = (piece: Buffer): void => {
      for (const key of piece.toString('utf8')) {
        const isDone = key === '\r' || key === '\n';
        if (isDone || key === CTRL_C || key === CTRL_D) {
          finish(isDone ? typed : undefined);
          return;
        }
        typed = key === BACKSPACE ? typed.slice(0, -1) : typed + key;
      }
    };
    stdin.on('data', take);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
