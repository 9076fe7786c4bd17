import { expect, test } from 'vitest';
import { createShellHost } from '../../../test/support/shell.ts';
import { mayBeSet } from '../../core/process/child-environment.ts';

// The gate takes every other variable for empty: what a shell starts with and this does not know would be a hole.
test.each(['unasked', 'approved'] as const)(
  'a shell starts with no variable that the gate does not expect, %s',
  async (how) => {
    const host = await createShellHost();
    const command = how === 'approved' ? 'compgen -v; touch made' : 'compgen -v';
    const answer = await host[how].call('shell_execute', { command });
    expect(answer).toMatchObject({ ok: true });
    const names = (answer.ok ? (answer.text ?? '') : '').split('\n').filter((name) => name !== '');
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH', 'BASH_VERSION']));
    expect(names.filter((name) => !mayBeSet(name))).toEqual([]);
  },
);
