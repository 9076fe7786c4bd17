// One tool in a hand-written loop over lines: the limit of what Node can do.
import { answerTo } from './raw-answers.ts';

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const text = answerTo(JSON.parse(line));
    if (text !== undefined) process.stdout.write(`${text}\n`);
  }
});
