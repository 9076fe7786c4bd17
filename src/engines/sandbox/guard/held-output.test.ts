import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createLineLog } from '../../process/table/line-log.ts';
import { holdOutput } from './held-output.ts';

test('several that print fast hold nobody up, and what is lost of it is told', {
  timeout: 60_000,
}, async () => {
  const chunk = Buffer.from('y\n'.repeat(32_768));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const runs = [1, 2].map(() => {
    const log = createLineLog();
    let [heard, told] = [0, 0];
    const held = holdOutput(
      undefined,
      (stream, piece) => {
        const note = /^\n\[\.\.\. (\d+) bytes left out: .*\]\n$/.exec(piece.subarray(0, 200).toString());
        if (note) told += Number(note[1]);
        else heard += piece.length;
        log.add(stream, piece);
      },
      () => {},
    );
    return { held, counts: () => ({ heard, told }) };
  });
  for (const { held } of runs) for (let at = 0; at < 80; at++) held.add('stdout', chunk);
  delay.enable();
  await Promise.all(runs.map(({ held }) => held.settle()));
  delay.disable();
  for (const { counts } of runs) {
    const { heard, told } = counts();
    expect(told).toBeGreaterThan(0);
    expect(heard + told).toBe(80 * chunk.length);
    expect(heard).toBeLessThanOrEqual(4_194_304);
  }
  // In one turn it takes seconds.
  expect(delay.max / 1e6).toBeLessThan(1000);
});

test('a piece comes at once, in order, and is not the memory that it was in', async () => {
  const heard: string[] = [];
  const held = holdOutput(
    undefined,
    (stream, piece) => heard.push(`${stream} ${piece}`),
    () => {},
  );
  const memory = Buffer.from('one');
  held.add('stdout', memory);
  memory.write('two');
  held.add('stderr', memory);
  await held.settle();
  expect(heard).toEqual(['stdout one', 'stderr two']);
});
