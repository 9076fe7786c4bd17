import { once } from 'node:events';
import { environmentRedactor } from '../../host/redactor.ts';
import { answerLines } from '../jsonl.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { jsonlFlag } from '../line/flags.ts';

const FLAGS = { jsonl: jsonlFlag('{id, text} a line on stdin -> {id, text, count} a line on stdout') };

export const redact = defineCommand({
  name: 'redact',
  section: 'record',
  about: 'copy stdin to stdout with secrets masked',
  flags: FLAGS,
  run: redactStdin,
});

async function redactStdin({ flags }: Line<typeof FLAGS>): Promise<number> {
  if (flags.jsonl) return redactQuestions();
  // One byte is one character here, so that bytes that are no UTF-8 come out as they went in.
  const stream = environmentRedactor(asBytes(process.env)).stream();
  for await (const chunk of process.stdin as AsyncIterable<Buffer>)
    await write(stream.push(chunk.toString('latin1')));
  await write(stream.end());
  return 0;
}

function redactQuestions(): Promise<number> {
  const redactor = environmentRedactor(process.env);
  return answerLines(({ text, chunks }) => {
    if (typeof text !== 'string') throw new TypeError('"text" must be a string');
    if (chunks === undefined) return redactor.text(text);
    const stream = redactor.stream();
    const redacted = cutAt(text, chunks).map((piece) => stream.push(piece));
    return { text: redacted.join('') + stream.end(), count: stream.count };
  });
}

/** The pieces between the offsets, or every character for "each". */
function cutAt(text: string, chunks: unknown): string[] {
  if (chunks === 'each') return text.split('');
  if (!Array.isArray(chunks)) throw new TypeError('"chunks" must be "each" or an array of offsets');
  const offsets: readonly number[] = [0, ...chunks, text.length];
  if (!offsets.every((offset, i) => Number.isInteger(offset) && offset >= (offsets[i - 1] ?? 0)))
    throw new TypeError(`"chunks" must be whole numbers from 0 to ${text.length}, in ascending order`);
  return offsets.slice(1).map((offset, i) => text.slice(offsets[i], offset));
}

const asBytes = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, Buffer.from(value ?? '').toString('latin1')]),
  );

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text, 'latin1')) await once(process.stdout, 'drain');
}
