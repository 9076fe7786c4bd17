import type { CommandLine } from '../../core/flags.ts';
import { environmentRedactor } from '../../host/redactor.ts';
import { answerLines } from '../jsonl.ts';

/** stdin to stdout without the secrets Toolgate knows. */
export async function redact({ flags }: CommandLine): Promise<number> {
  const redactor = environmentRedactor(process.env);
  if (flags.jsonl) {
    return answerLines(({ text }) => {
      const redacted = redactor(String(text));
      return {
        text: redacted,
        count: redacted.split('[REDACTED]').length - String(text).split('[REDACTED]').length,
      };
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  process.stdout.write(redactor(Buffer.concat(chunks).toString()));
  return 0;
}
