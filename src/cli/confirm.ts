import { createInterface } from 'node:readline/promises';
import { terminalText } from './terminal-text.ts';

/** A person's yes in the terminal; end of input and Ctrl-C are a no. */
export async function confirm(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => line.once('close', () => resolve('')));
  const answer = await Promise.race([line.question(`${terminalText(question)} [y/n] `), closed]);
  line.close();
  return /^y(es)?$/i.test(answer.trim());
}
