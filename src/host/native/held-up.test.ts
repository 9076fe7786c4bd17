import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';

test.each([
  ['many here-documents', 'Bash', { command: `echo ${'<<a '.repeat(60_000)}` }, ['deny']],
  ['patterns that go up', 'read_many_files', { include: upwards(300) }, ['deny']],
  // Few enough for a fast machine to judge.
  [
    'names that go up',
    'MultiEdit',
    { edits: upwards(300).map((file_path) => ({ file_path })) },
    ['deny', 'ask'],
  ],
])('%s hold up nobody, and do not pass', async (_, tool, input, decisions) => {
  const { ask } = createHooked();
  let longest = 0;
  let last = performance.now();
  const clock = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  const { decision, reason } = await ask(tool, input, { client: 'cursor' });
  await new Promise((done) => setTimeout(done, 20));
  clearInterval(clock);
  expect(decisions).toContain(decision);
  if (decision === 'deny') expect(reason).toContain('too long to look at');
  expect(longest).toBeLessThan(4000);
});

function upwards(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${'src/../'.repeat(280)}${i}`);
}

test('as much as a client may really send is judged', async () => {
  const { decided } = createHooked();
  const edits = Array.from({ length: 200 }, (_, i) => ({ file_path: `../x/src/deep/below/file-${i}.ts` }));
  expect(await decided('MultiEdit', { edits })).not.toBe('pass');
  expect(await decided('Read', { file_path: 'a/../b.ts' })).toBe('pass');
  expect(await decided('Bash', { command: `ls ${'src '.repeat(50)}` }, { client: 'cursor' })).toBe('pass');
});
