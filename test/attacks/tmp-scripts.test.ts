import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { until } from '../support/program.ts';
import { callAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

// Bash reads a script as it goes: lines that it has not come to yet can still be exchanged.
const SCRIPT = 'touch began\nwhile [ ! -e go ]; do sleep 0.05; done\necho as-approved\n#------------------\n';
const SWAP = `printf 'touch swapped\\n#' | dd of=/tmp/build.sh conv=notrunc bs=1 seek=${SCRIPT.indexOf('echo')} status=none`;

inSandbox('a script in /tmp runs as it was approved, whatever happens to the file meanwhile', async () => {
  const host = createTestHost();
  const { root, call } = host;
  const made = await call('shell_execute', { command: `cat > /tmp/build.sh <<'END'\n${SCRIPT}END` });
  expect(made).toMatchObject({ ok: true });
  const command = 'bash /tmp/build.sh';
  const running = callAllowed(host, 'shell_execute', { command, access: ['write'], reason: 'it builds' });
  await until('its start', () => existsSync(join(root, 'began')), 10_000);
  expect(await call('shell_execute', { command: SWAP })).toMatchObject({ ok: true });
  writeFileSync(join(root, 'go'), '');
  const { answer, card } = await running;
  expect(card?.details?.join('\n')).toContain(`It runs /tmp/build.sh:\n  touch began\n`);
  expect(dataOf(answer)).toMatchObject({ stdout: 'as-approved\n' });
  expect(existsSync(join(root, 'swapped'))).toBe(false);
});

inSandbox('a link in /tmp to a file outside brings nothing of it in', async () => {
  const host = createTestHost();
  const outside = createTestHost().root;
  writeFileSync(join(outside, 'x.sh'), 'echo planted-outside\n');
  await host.call('shell_execute', { command: `ln -s ${outside}/x.sh /tmp/x.sh` });
  const args = { command: 'bash /tmp/x.sh; cat /tmp/x.sh', access: ['write'], reason: 'it builds' };
  const { answer, card } = await callAllowed(host, 'shell_execute', args);
  expect(JSON.stringify([answer, card])).not.toContain('planted-outside');
  const later = await host.call('shell_execute', { command: 'cat /tmp/.allowed/x.sh' });
  expect(JSON.stringify(later)).not.toContain('planted-outside');
});

inSandbox('what an allowed command writes to /tmp is found by the next', async () => {
  const host = createTestHost();
  const args = { command: 'echo result > /tmp/log', access: ['write'], reason: 'it logs' };
  await callAllowed(host, 'shell_execute', args);
  expect(dataOf(await host.call('shell_execute', { command: 'cat /tmp/log' }))).toMatchObject({
    stdout: 'result\n',
  });
});

inSandbox('a script that may see keys runs as it was approved, whoever writes to it meanwhile', async () => {
  const host = createTestHost();
  const { root } = host;
  const script = join(root, 'deploy.sh');
  writeFileSync(script, SCRIPT);
  const running = callAllowed(host, 'shell_execute', {
    ...{ command: 'bash deploy.sh', access: ['write', 'secrets'], reason: 'it deploys' },
  });
  await until('its start', () => existsSync(join(root, 'began')), 10_000);
  const file = openSync(script, 'r+');
  writeSync(file, 'touch swapped\n#', SCRIPT.indexOf('echo'));
  closeSync(file);
  writeFileSync(join(root, 'go'), '');
  expect(dataOf((await running).answer)).toMatchObject({ stdout: 'as-approved\n' });
  expect(existsSync(join(root, 'swapped'))).toBe(false);
});

inSandbox('a card shows all of a script of a thousand lines', async () => {
  const host = createTestHost();
  writeFileSync(join(host.root, 'build.sh'), `${'echo nothing to see\n'.repeat(1000)}touch ran\n`);
  const { card } = await callAllowed(host, 'shell_execute', {
    ...{ command: 'bash build.sh', access: ['write'], reason: 'it builds' },
  });
  expect(card?.details?.join('\n')).toContain('touch ran');
  expect(card?.scopes).toContain('always');
});

inSandbox(
  'a script too long for a card is allowed once, and the next card does not call it approved',
  async () => {
    const host = createTestHost();
    const { root } = host;
    writeFileSync(join(root, 'build.sh'), `${'echo nothing to see\n'.repeat(5000)}touch ran\n`);
    const run = (command: string) =>
      callAllowed(host, 'shell_execute', { command, access: ['write'], reason: 'it builds' });
    const first = await run('bash build.sh');
    expect(first.card?.details?.join('\n')).toContain('Not all of what it runs is shown');
    expect(first.card?.scopes).toEqual(['once']);
    expect(existsSync(join(root, 'ran'))).toBe(true);
    const second = await run('bash build.sh again');
    expect(second.card?.details?.join('\n')).not.toContain('unchanged since it was last approved');
  },
);

inSandbox('of a script that changed all over, the card shows the new text and not what went', async () => {
  const host = createTestHost();
  const script = (word: string) => `${`echo ${word} nothing to see\n`.repeat(1800)}touch ran-${word}\n`;
  const cardOf = async (word: string) => {
    writeFileSync(join(host.root, 'build.sh'), script(word));
    const args = { command: `bash build.sh ${word}`, access: ['write'], reason: 'it builds' };
    return (await callAllowed(host, 'shell_execute', args)).card?.details?.join('\n');
  };
  expect(await cardOf('one')).toContain('touch ran-one');
  const second = await cardOf('two');
  expect(second).toContain('touch ran-two');
  expect(second).not.toContain('echo one');
});
