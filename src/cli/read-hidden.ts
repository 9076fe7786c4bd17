import { UsageError } from '../core/errors.ts';

/** Asks for a line at the terminal without showing what is typed. */
export function readHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.resume();
  stdin.setEncoding('utf8');
  let typed = '';
  return new Promise((resolve, reject) => {
    const finish = (end: () => void): void => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      end();
    };
    const onKey = (key: string): void => {
      if (key === '\r' || key === '\n') finish(() => resolve(typed));
      else if (key === '\u0003' || key === '\u0004')
        finish(() => reject(new UsageError('Nothing was stored.')));
      else typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
    };
    const onData = (keys: string): void => [...keys].forEach(onKey);
    stdin.on('data', onData);
  });
}
