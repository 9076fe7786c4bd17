// `node bench/day.ts [--repository DIR]`: an afternoon's work on a clone of a real repository (this one by
// default), through a real MCP client, in the default mode with the sandbox on. A scripted person answers
// "session" wherever that is offered. Counts the questions, runs every command outside as well and compares what
// both say. Writes bench/day.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Agent, startAgent } from './day/agent.ts';
import { cloneOf } from './day/clone.ts';
import { type Compared, compareOutside } from './day/outside.ts';
import { AFTERNOON, type Step } from './day/work.ts';

const here = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { repository: { type: 'string', default: here } } });
const place = mkdtempSync(join(tmpdir(), 'tg-day-'));
const root = cloneOf(values.repository, join(place, 'work'));
const agent = await startAgent({ root, dataDir: join(place, 'data') });
const lines: string[] = [];
const differing: string[] = [];
try {
  for (const step of AFTERNOON) lines.push(...(await done(step, agent)));
} finally {
  await agent.close();
  rmSync(place, { recursive: true, force: true, maxRetries: 10 });
}
writeFileSync(join(import.meta.dirname, 'day.md'), report());
console.log(`${agent.questions.length} questions, ${differing.length} answers differ from outside`);
if (agent.questions.length > 10 || differing.length > 0) process.exitCode = 1;

async function done({ tool, args, say }: Step, { call, questions, server }: Agent): Promise<string[]> {
  const asked = questions.length;
  const given = typeof args === 'function' ? args(server) : args;
  const answer = await call(tool, given);
  const compared = tool === 'shell_execute' ? compareOutside(String(given.command), root, answer) : undefined;
  if (compared && !compared.isSame) differing.push(String(given.command));
  const line = `${say}: ${tool} ${JSON.stringify(given)}`;
  console.log(`${answer.isError ? 'FAILED ' : ''}${line}${compared && !compared.isSame ? ' DIFFERS' : ''}`);
  return [
    `### ${say}`,
    '',
    `\`${tool}\` \`${shortened(JSON.stringify(given), 200)}\``,
    ...questions.slice(asked).map((question) => `\n> **Asked:** ${question.replaceAll('\n', '\n> ')}`),
    ...['', '```', shortened(answer.text, 600), '```', ...outsideNote(compared), ''],
  ];
}

function outsideNote(compared: Compared | undefined): string[] {
  if (!compared) return [];
  if (compared.isSame) return ['', 'Outside it says the same.'];
  return ['', 'Outside it says:', '', '```', shortened(compared.outside, 600), '```'];
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n... ${text.length - most} more characters`;
}

function report(): string {
  const commands = AFTERNOON.filter(({ tool }) => tool === 'shell_execute').length;
  return `# An afternoon's work

Written by \`node bench/day.ts\`: ${AFTERNOON.length} calls through the client library of the protocol, in the default mode, with bubblewrap. The person answers "session" wherever that is offered.

| what | |
|---|---|
| questions | ${agent.questions.length} |
| commands whose answer differs from outside | ${differing.length} of ${commands} |

## Questions

${agent.questions.map((question, i) => `${i + 1}. ${question.split('\n')[0]}`).join('\n')}

## Transcript

${lines.join('\n')}
`
    .replaceAll(place, '/day')
    .replaceAll(/ +$/gm, '')
    .replace(/\n+$/, '\n');
}
