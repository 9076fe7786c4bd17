// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines for Bash
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';

/** R holds 65,536 characters, Q 8,192 others. */
const DOUBLED = [
  `A0=${'x'.repeat(64)}`,
  ...Array.from({ length: 7 }, (_, i) => `A${i + 1}=$A${i}$A${i}`),
  'R=$A7$A7$A7$A7$A7$A7$A7$A7',
  'Q=$A6$A5$A4$A3',
].join(';');

const LINES: Readonly<Record<string, string>> = {
  'every character by a long value': 'cat "${Q//?/$R}"',
  'every character, of each of several values':
    'B=${Q}a;B=${Q}b;B=${Q}c;B=${Q}d;cat "${B//?/$R}" "${B//x/$R}"',
  'the same many times': Array(40).fill('cat "${Q//?/$R}"').join(';'),
  'the start by a long value': 'cat "${R/#x/$R}${R/%x/$R}"',
  'values beside each other': `cat ${'"$R$R"'.repeat(200)}`,
  'many long values': `cat ${'"$R" '.repeat(500)}`,
  'other cases': `cat ${'"${R^^}" "${R,,}" '.repeat(200)}`,
  'parts of a value': `cat ${'"${R:0:65000}" '.repeat(400)}`,
  'formats of printf': `cat $(printf "$R%s" ${'"$R" '.repeat(400)})`,
  'words of echo': `cat $(echo ${'"$R" '.repeat(400)})`,
  braces: `cat {${'a,'.repeat(10_000)}a}{${'b,'.repeat(200)}b}`,
  'what xargs fills in': 'echo "$R" | xargs -I x cat "$Q"',
  'a here-document': `cat <<E\n${'$R'.repeat(500)}\nE`,
  'a list of values': `L=(${'"$R" '.repeat(400)});cat "\${L[@]}" "\${L[@]//?/$R}"`,
};

/** How much more memory there was at most while it was judged. */
async function grownMb(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  await work();
  return (process.memoryUsage.rss() - before) / 2 ** 20;
}

test.each(Object.entries(LINES))('a line that doubles its values takes little memory: %s', async (_, end) => {
  const { call } = createTestHost();
  const explain = (command: string) => call('explain_call', { tool: 'shell_execute', args: { command } });
  await explain('ls');
  const line = `${DOUBLED};${end}`;
  const grown = await grownMb(async () => {
    for (let i = 0; i < 3; i++) dataOf(await explain(line));
  });
  expect(grown).toBeLessThan(250);
});

test('what a short value becomes is still known', async () => {
  const { call } = createTestHost();
  const riskOf = async (command: string) =>
    dataOf(await call('explain_call', { tool: 'shell_execute', args: { command } })).risk;
  expect(await riskOf('A=.ex;cat "${A//x/nw}"')).toBe(await riskOf('cat .enw'));
  expect(await riskOf('A=.ex;cat "${A//x/nv}"')).toBe(await riskOf('cat .env'));
  expect(await riskOf('cat .env')).not.toBe(await riskOf('cat .enw'));
});
