import { createInterface } from 'node:readline';

type Data = Record<string, unknown>;

/** Answers each line of stdin with one line on stdout, in order; a line that is no object is answered with an error. */
export async function answerLines(answer: (question: Data) => Data | Promise<Data>): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    process.stdout.write(`${JSON.stringify(await answerLine(line, answer))}\n`);
  }
  return 0;
}

async function answerLine(line: string, answer: (question: Data) => Data | Promise<Data>): Promise<Data> {
  try {
    const question = JSON.parse(line) as Data;
    return { id: question.id, ...(await answer(question)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
