import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { callerWith } from '../../host/agent.ts';

test('others are served in between, while many long answers of one agent are searched for secrets', async () => {
  const { host, root } = createTestHost();
  // Of one letter: it takes long to search its base64.
  writeFileSync(join(root, 'large.bin'), Buffer.alloc(3_000_000, 65));
  writeFileSync(join(root, 'a.txt'), 'x');
  const read = (session: string, args: object) =>
    host.call({
      tool: 'read_file',
      args,
      caller: callerWith(host.config, 'stdio', { cwd: root }, session),
    });
  let open = 3;
  const large = Array.from({ length: open }, async () => {
    const answer = await read('greedy', { path: 'large.bin', encoding: 'base64', maxBytes: 10_485_760 });
    open--;
    return answer;
  });
  let served = 0;
  while (open > 0) {
    expect(await read('other', { path: 'a.txt' })).toMatchObject({ ok: true });
    served++;
    await pause(20);
  }
  expect(served).toBeGreaterThan(20);
  for (const answer of await Promise.all(large)) expect(answer).toMatchObject({ ok: true });
}, 90_000);
