import { createInterface } from 'node:readline/promises';
import { terminalText } from './terminal-text.ts';

/** A person's yes in the terminal; end of input and Ctrl-C are a no. */
export const confirm = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await askLine(`${question} [y/n] `));

/** What a person types behind a question; empty where the input ends. */
export async function askLine(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => line.once('close', () => resolve('')));
  const answer = await Promise.race([line.question(terminalText(question)), closed]);
  line.close();
  return answer.trim();
}
