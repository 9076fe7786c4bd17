import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { type ModelRequest, type Reply, serveModel } from '../support/model-server.ts';
import { isAlive, until } from '../support/program.ts';
import { signalHost } from '../support/signal-host.ts';
import { pressOnCard, runAtTerminal, type Terminal } from '../support/terminal.ts';

/** A user whose model says what the script says. */
async function userWith(script: (request: ModelRequest) => Reply, provider = 'compatible') {
  const server = await serveModel(script);
  const home = makeHome();
  home.writeConfig({
    assistant: { provider, url: `${server.origin}/v1`, model: 'm', prices: { m: { input: 10, output: 50 } } },
  });
  return { server, home };
}

const ANTHROPIC = { more: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef' } };

const chat = async (home: Home, options?: Parameters<typeof runAtTerminal>[2]): Promise<Terminal> => {
  const terminal = runAtTerminal(home, ['chat'], options);
  await terminal.see(/Ask away[^>]*> $/);
  return terminal;
};

test('text, two reads and two writes in one answer: one is allowed, one denied with a reason', async () => {
  const { server, home } = await userWith(
    ({ n }) =>
      n === 0
        ? {
            text: 'I will look around first.',
            calls: [
              { name: 'read_file', args: { path: 'a.txt' } },
              { name: 'list_directory', args: { path: '.' } },
              { name: 'write_file', args: { path: 'yes.txt', content: 'allowed\n' } },
              { name: 'write_file', args: { path: 'no.txt', content: 'denied\n' } },
            ],
          }
        : { text: 'I wrote one file.' },
    'anthropic',
  );
  writeFileSync(join(home.project, 'a.txt'), 'what was read\n');
  const terminal = await chat(home, ANTHROPIC);
  terminal.type('Please write\r');
  await terminal.see(/I will look around first\./);
  await terminal.see(/write_file waits for you/);
  await terminal.see(/Asked by toolgate-assistant/);
  await pressOnCard(terminal, 'y');
  await terminal.see(/approved \(once\): write_file/);
  await pressOnCard(terminal, 'r');
  await terminal.see(/Why, or what to do instead: /);
  terminal.type('not that name\r');
  await terminal.see(/denied \(once\): write_file/);
  await terminal.see(/I wrote one file\./);
  await terminal.see(/\d+ tokens in, \d+ out, \$0\.00\d+\n\n> $/);
  terminal.type('\u0004');
  await terminal.see(/Come back with toolgate chat resume \w{8}/);
  expect(await terminal.exit).toBe(0);
  expect(readFileSync(join(home.project, 'yes.txt'), 'utf8')).toBe('allowed\n');
  expect(existsSync(join(home.project, 'no.txt'))).toBe(false);
  expect(server.requests[1]?.text).toContain('what was read');
  expect(server.requests[1]?.text).toContain('not that name');
  expect(server.requests).toHaveLength(2);
});

test('kill -9 while a question is open: the terminal says so, and the question is there again', async () => {
  const { server, home } = await userWith(({ n }) =>
    n === 0
      ? { text: 'Writing.', calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'once\n' } }] }
      : { text: 'It is written.' },
  );
  const first = await chat(home);
  first.type('Write\r');
  await first.see(/\[q\] Quit/);
  const killed = signalHost(home.dataDir, 'SIGKILL');
  await until('the host to be gone', () => !isAlive(killed));
  expect(await first.exit).toBe(1);
  expect(first.text()).toMatch(/Come back with toolgate chat resume \w{8}\n.*The host ended/);
  expect(existsSync(join(home.project, 'a.txt'))).toBe(false);
  const second = runAtTerminal(home, ['chat', 'resume']);
  await second.see(/> Write(.|\n)*Writing\./);
  await pressOnCard(second, 'y');
  await second.see(/write_file: done/);
  await second.see(/It is written\.(.|\n)*> $/);
  second.type('/quit\r');
  expect(await second.exit).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('once\n');
  expect(server.requests).toHaveLength(2);
});

test('a question that was left is answered from elsewhere, and the turn goes on without a terminal', async () => {
  const { server, home } = await userWith(({ n }) =>
    n === 0
      ? { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x\n' } }] }
      : { text: 'Done.' },
  );
  const terminal = await chat(home);
  terminal.type('Write\r');
  await pressOnCard(terminal, 'l');
  const line = await terminal.see(/toolgate approvals approve \w+/);
  expect(await terminal.exit).toBe(0);
  const id = line.split(' ').at(-1) ?? '';
  expect((await home.run(['approvals', 'approve', id])).code).toBe(0);
  await until('the file', () => existsSync(join(home.project, 'a.txt')), 20_000);
  await until('the second answer', () => server.requests.length === 2, 20_000);
});

test('Ctrl-C stops an answer, /help and the other commands answer, and Ctrl-D leaves', async () => {
  const held = new Promise<void>(() => {});
  const { home } = await userWith(({ n }) =>
    n === 0 ? { text: 'one two three four', hold: held } : { text: 'Hi.' },
  );
  const terminal = await chat(home);
  terminal.type('Count\r');
  await terminal.see(/one two three/);
  terminal.type('\u0003');
  await terminal.see(/Stopping …/);
  await terminal.see(/\n> $/);
  terminal.type('/hlep\r');
  await terminal.see(/There is no \/hlep, did you mean "\/help"\?/);
  terminal.type('/title Numbers\r');
  await terminal.see(/The title is "Numbers"/);
  terminal.type('/models\r');
  await terminal.see(/first-model/);
  terminal.type('two lines\\\rof text\r');
  await terminal.see(/Hi\./);
  terminal.type('/export out.md\r');
  await terminal.see(/Written to out\.md\.\n\n> $/);
  terminal.type('\u0004');
  expect(await terminal.exit).toBe(0);
  const written = readFileSync(join(home.project, 'out.md'), 'utf8');
  expect(written).toContain('# Numbers');
  expect(written).toContain('two lines\nof text');
  expect((await home.run(['chat', 'list'])).stdout).toMatch(/\w{8} .* idle +Numbers/);
  expect((await home.run(['chat', 'search', 'lines'])).stdout).toContain('Numbers');
});

test('what a model writes cannot draw on the screen', async () => {
  const { home } = await userWith(() => ({
    text: 'before \u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b1A after.\n',
  }));
  const terminal = await chat(home);
  terminal.type('Hello\r');
  await terminal.see(/before .*after\./);
  expect(terminal.raw()).not.toContain('\u001b]52');
  expect(terminal.raw()).not.toContain('\u001b[2J');
  expect(terminal.raw()).not.toContain('\u009b');
  await terminal.see(/\n> $/);
  terminal.type('\u0004');
  expect(await terminal.exit).toBe(0);
});

test('a provider that fails is retried on the screen, then said in words', async () => {
  const { home } = await userWith(({ n }) =>
    n === 0
      ? { status: 503, headers: { 'retry-after': '1' }, error: 'busy' }
      : { status: 401, error: 'bad key' },
  );
  const terminal = await chat(home);
  terminal.type('Hello\r');
  await terminal.see(/has a problem of its own \(503: busy\)\. Trying again in 1\.0 s/);
  await terminal.see(/refuses the key \(401: bad key\)/);
  await terminal.see(/\n> $/);
  terminal.type('\u0004');
  expect(await terminal.exit).toBe(0);
});

test('without a provider one screen says how to get one', async () => {
  const terminal = runAtTerminal(makeHome(), ['chat'], { rows: 24 });
  expect(await terminal.exit).toBe(1);
  expect(terminal.text()).toContain('toolgate secrets set ANTHROPIC_API_KEY');
  expect(terminal.text().trimEnd().split('\n').length).toBeLessThan(24);
});

test('a conversation in which nothing was said is not kept', async () => {
  const { home } = await userWith(() => ({ text: 'Hi.' }));
  const terminal = await chat(home);
  terminal.type('\u0004');
  expect(await terminal.exit).toBe(0);
  expect((await home.run(['chat', 'list'])).stdout).toBe('There are no conversations.\n');
});

test('a pipe gets the answer alone', async () => {
  const { home } = await userWith(({ n }) =>
    n === 0 ? { calls: [{ name: 'list_directory', args: { path: '.' } }] } : { text: 'It is empty.' },
  );
  const { code, stdout, stderr } = await home.run(['chat', 'ask'], { input: 'What is here?' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is empty.\n' });
  expect(stderr).toContain('list_directory');
});
