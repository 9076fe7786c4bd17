import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../../test/support/host.ts';

test('the text of env -S and the words behind it are one command, and its script is bound', async () => {
  const { call, host, root } = createTestHost();
  writeFileSync(join(root, 'x.sh'), 'echo first\n');
  const asked = { access: ['network'], reason: 'To test' };
  for (const command of [`env -S bash x.sh`, `env -S 'bash' x.sh`, `env -S "bash x.sh"`])
    await call('shell_execute', { command, ...asked });
  for (const { card } of host.approvals.list())
    expect(card.details?.some((line) => line.includes('x.sh') && line.startsWith('It runs'))).toBe(true);
  expect(host.approvals.list()).toHaveLength(3);
  await call('shell_execute', { command: `env -S '"ba"sh' x.sh`, ...asked });
  const [odd] = host.approvals.list().filter(({ args }) => String(args.command).includes('"ba"'));
  expect(odd?.card.scopes).toEqual(['once']);
});
