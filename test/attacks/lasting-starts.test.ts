import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

inSandbox(
  'an answer for one start covers none that stays or starts again, and the card says what stays',
  async () => {
    const host = createTestHost();
    writeFileSync(join(host.root, 'tick.sh'), 'echo tick\n');
    const command = 'bash tick.sh';
    const pending = () => host.host.approvals.list().find(({ status }) => status === 'pending');
    const decide = (verdict: 'approve' | 'deny', scope: 'once' | 'always') =>
      host.host.approvals.decide(pending()?.id ?? '', { verdict, scope, by: 'test', via: 'terminal' });
    const deny = () => host.host.approvals.wait(decide('deny', 'once').id, 0, AbortSignal.timeout(0));
    const allow = async (args: object) => {
      expect(codeOf(await host.call('shell_start', args))).toBe('APPROVAL_PENDING');
      decide('approve', 'always');
      for (let i = 0; i < 2; i++)
        expect(await host.call('shell_start', args)).toMatchObject({ kind: 'result', ok: true });
    };
    await allow({ command });
    for (const [more, says] of [
      [{ keepAlive: true }, 'It goes on when its agent leaves.'],
      [{ restart: 'always' }, 'It starts again whenever it ends.'],
      [
        { restart: 'on-failure', keepAlive: true },
        'It goes on when its agent leaves, and starts again when it fails.',
      ],
    ] as const) {
      expect(codeOf(await host.call('shell_start', { command, ...more }))).toBe('APPROVAL_PENDING');
      expect(pending()?.card.preview).toContain(says);
      await deny();
    }
    // A yes for what stays is for this very call; what only reads stays unasked.
    await allow({ command, keepAlive: true });
    expect(codeOf(await host.call('shell_start', { command, keepAlive: true, restart: 'always' }))).toBe(
      'APPROVAL_PENDING',
    );
    const sleeps = { command: 'sleep 0.1', keepAlive: true, restart: 'on-failure' };
    expect(await host.call('shell_start', sleeps)).toMatchObject({ kind: 'result', ok: true });
  },
);
