import { DEEPEST_JSON, isDeeperThan } from '../core/text/json-depth.ts';
import { createLineReader } from '../core/text/lines.ts';

type Data = Readonly<Record<string, unknown>>;
type Answerer = (question: Data) => object | Promise<object>;

/** Answers each line of stdin with one line on stdout, in order; what cannot be answered says why. */
export async function answerLines(answer: Answerer): Promise<number> {
  // readline would also cut at U+2028, which is legal inside a JSON string.
  const lines: Buffer[] = [];
  const reader = createLineReader({
    maxBytes: Number.POSITIVE_INFINITY,
    onLine: (line) => lines.push(line),
    onTooLong: () => {},
  });
  const answerAll = async (): Promise<void> => {
    for (const line of lines.splice(0)) {
      const text = line.toString();
      if (text.trim() !== '') process.stdout.write(`${oneLine(await answerLine(text, answer))}\n`);
    }
  };
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    reader.push(chunk);
    await answerAll();
  }
  reader.push(Buffer.from('\n'));
  await answerAll();
  return 0;
}

/** readline would cut an answer at these characters. */
const oneLine = (answer: Data): string =>
  JSON.stringify(answer).replace(/[\u2028\u2029]/g, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'));

async function answerLine(line: string, answer: Answerer): Promise<Data> {
  let question: Data = {};
  try {
    if (isDeeperThan(line, DEEPEST_JSON))
      throw new Error(`A line is nested deeper than ${DEEPEST_JSON} levels`);
    const value: unknown = JSON.parse(line);
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new Error('A line must be a JSON object');
    question = value as Data;
    return { id: question.id, ...(await answer(question)) };
  } catch (error) {
    return { id: question?.id, error: error instanceof Error ? error.message : String(error) };
  }
}
