import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestHost, dataOf, type TestHost } from '../../../test/support/host.ts';
import { callAllowed } from '../../../test/support/repository.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

const MEGABYTE = 1_048_576;
const LONG = { timeout: 60_000 };
const STREAMS = ['stdout', 'stderr'] as const;

const fileOf = ({ dataDir }: TestHost, id: unknown, stream: string): string =>
  join(dataDir, 'processes', `${id}.${stream}`);

const statusOf = async (made: TestHost): Promise<unknown> => {
  const { processes } = dataOf(await made.call('list_background_processes')) as { processes: unknown[] };
  return processes.map((one) => (one as { status: string }).status).join();
};

inSandbox(
  'a kept process that nobody was asked about cannot fill the disk with what it prints',
  LONG,
  async () => {
    const made = createTestHost();
    const command = 'yes & yes >&2';
    const { processId } = dataOf(await made.call('shell_start', { command, keepAlive: true }));
    const sizes = (): number[] => STREAMS.map((stream) => statSync(fileOf(made, processId, stream)).size);
    let most = 0;
    await expect
      .poll(
        () => {
          most = Math.max(most, ...sizes());
          return statusOf(made);
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe('failed');
    expect(most).toBeLessThanOrEqual(48 * MEGABYTE);
    const output = dataOf(await made.call('get_background_process_output', { processId }));
    expect(JSON.stringify(output)).toContain(
      'it was ended: a file it wrote, or what it printed, was longer than 48 MB',
    );
    await expect.poll(() => Math.max(...sizes())).toBeLessThan(9 * MEGABYTE);
  },
);

inSandbox(
  'an allowed kept process cannot give its output a length that nobody can read at',
  LONG,
  async () => {
    // Where files may be as long as a number can say.
    const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'toolgate-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const made = createTestHost({}, { dataDir });
    writeFileSync(
      join(made.root, 'grow.py'),
      `import os, signal, time
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try: os.ftruncate(1, 1 << 62); said = 'grown'
except OSError as e: said = 'refused'
open('said', 'w').write(said)
time.sleep(1)
print('more', file=__import__('sys').stderr, flush=True)
time.sleep(60)
`,
    );
    const args = { command: 'python3 grow.py', access: ['write'], reason: 'x', keepAlive: true };
    const { answer } = await callAllowed(made, 'shell_start', args);
    const { processId } = dataOf(answer);
    await expect
      .poll(async () => JSON.stringify(await made.call('get_background_process_output', { processId })), {
        timeout: 20_000,
      })
      .toContain('"more"');
    expect(readFileSync(join(made.root, 'said'), 'utf8')).toBe('refused');
    await made.call('stop_background_process', { processId });
  },
);

test('of what a process printed without end, the next host keeps and shows the last part', LONG, async () => {
  const made = createTestHost();
  const { processId } = dataOf(await made.call('shell_start', { command: 'echo one', keepAlive: true }));
  await expect.poll(() => statusOf(made)).toBe('completed');
  await made.host.close();
  writeFileSync(
    fileOf(made, processId, 'stdout'),
    `${'a line that says nothing\n'.repeat(3 * MEGABYTE)}last\n`,
  );
  const next = createTestHost({}, made);
  const read = async (more = {}) =>
    dataOf(await next.call('get_background_process_output', { processId, ...more })) as {
      lines: { text: string }[];
    };
  const { lines } = await read();
  expect(lines.at(-1)?.text).toBe('last');
  const [first] = (await read({ sinceSeq: 0 })).lines;
  expect(first?.text).toMatch(/^\[\.\.\. the first \d+ bytes were not kept \.\.\.\]$/);
  expect(statSync(fileOf(next, processId, 'stdout')).size).toBeLessThan(9 * MEGABYTE);
});
