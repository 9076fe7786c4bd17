import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';

test('questions of a run that was cancelled are closed, also those of its children; others stay', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const ask = { stepId: 'ask', needs: [], approval: 'Go?' };
  const clean = { stepId: 'clean', needs: [], command: 'rm -rf ./gl*' };
  const child = await host.create({ name: 'Child', steps: [ask, clean] });
  const parent = await host.create({ name: 'Parent', steps: [{ stepId: 'child', workflow: child }] });
  const pending = () => host.host.approvals.list('pending').map(({ session }) => session);
  const cancelled = await host.start(parent);
  await host.until(cancelled, () => pending().length === 2);
  const other = await host.start(await host.create({ name: 'Other', steps: [ask] }));
  await host.until(other, () => pending().length === 3);
  await host.call('cancel_execution', { executionId: cancelled });
  await host.ended(cancelled);
  expect(pending()).toEqual([`run:${other}`]);
  expect(host.host.approvals.list('denied')).toMatchObject(Array(2).fill({ feedback: 'the run has ended' }));
});

test('an answer that reached its step is used', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const run = await host.start(
    await host.create({ name: 'Go', steps: [{ stepId: 'ask', approval: 'Go?' }] }),
  );
  const { id } = await host.asked();
  host.answer(id, 'approve');
  expect(await host.ended(run)).toMatchObject({ status: 'completed' });
  expect(host.host.approvals.get(id)).toMatchObject({ status: 'consumed' });
});
