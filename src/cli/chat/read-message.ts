import { createInterface } from 'node:readline';
import { paint } from '../cards/paint.ts';

/** Lines that come faster than anybody types were pasted. */
const PASTE_MS = 40;

/**
 * What the person types; several lines where they were pasted, or where a line ends in \\. Undefined where the person
 * leaves, with Ctrl-D or Ctrl-C.
 */
export function readMessage(side: NodeJS.WriteStream, history: string[]): Promise<string | undefined> {
  if (process.stdin.readableEnded) return Promise.resolve(undefined);
  const reader = createInterface({
    input: process.stdin,
    output: side,
    history,
    historySize: 200,
    removeHistoryDuplicates: true,
  });
  reader.on('history', (now: string[]) => history.splice(0, history.length, ...now));
  const prompt = (mark: string): void => {
    reader.setPrompt(paint('bold', mark, side));
    reader.prompt();
  };
  side.write('\n');
  prompt('> ');
  return new Promise((resolve) => {
    const lines: string[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      resolve(text);
      reader.close();
    };
    reader.on('line', (line) => {
      clearTimeout(timer);
      const goesOn = line.endsWith('\\');
      lines.push(goesOn ? line.slice(0, -1) : line);
      if (goesOn) prompt('… ');
      else timer = setTimeout(() => end(lines.join('\n').trim()), PASTE_MS);
    });
    reader.once('SIGINT', () => {
      side.write('\n');
      end(undefined);
    });
    reader.once('close', () => {
      if (timer === undefined) side.write('\n');
      end(lines.length > 0 ? lines.join('\n').trim() : undefined);
    });
  });
}
