import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory, until } from '../support/program.ts';
import { recorded, startStdio, WAYS } from '../support/stdio.ts';

// Their answers, 80 KB each, are more than pipe and host together keep for a client.
const CALLS = 1400;

test.each(WAYS)(
  'a client that asks and does not read is not worked for on and on, and loses nothing, %s',
  async (way) => {
    const root = temporaryDirectory();
    const dataDir = temporaryDirectory();
    const path = join(root, 'long.txt');
    writeFileSync(path, `${'x'.repeat(99)}\n`.repeat(400));
    const client = startStdio(way, { dataDir, root });
    await client.initialize();
    client.child.stdout?.pause();
    const params = { name: 'read_file', arguments: { path } };
    for (let id = 1; id <= CALLS; id++) client.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const begun = await untilItRests(() => recorded(dataDir).filter(({ kind }) => kind === 'intent').length);
    expect(begun).toBeGreaterThan(100);
    expect(begun).toBeLessThan(CALLS);
    client.child.stdout?.resume();
    await until('all answers', () => client.received.length === CALLS + 1, 30_000);
    const ids = new Set(client.received.slice(1).flatMap(({ id, result }) => (result ? [id] : [])));
    expect(ids.size).toBe(CALLS);
  },
);

/** What this counts, once it has not changed for a while. */
async function untilItRests(count: () => number): Promise<number> {
  for (let last = -1; ; ) {
    const now = count();
    if (now === last && now > 0) return now;
    last = now;
    await setTimeout(500);
  }
}
