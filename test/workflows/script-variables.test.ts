import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkflowHost } from '../support/workflow-host.ts';

const STEPS = (printed: string, variable: string) => [
  { stepId: 'o', command: `printf %s '${printed}'`, outputs: { v: { from: 'stdout' } } },
  {
    stepId: 's',
    script: 'build',
    needs: ['o'],
    env: { FIXED: 'seen-value', [variable]: '{{steps.o.outputs.v}}' },
  },
];

async function host(script: string) {
  const made = createWorkflowHost();
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ name: 'x', scripts: { build: script } }));
  return made;
}

test('variables of a script step are on the card, with their values or where they come from', async () => {
  const { create, call, asked, answer, start, ended, root } = await host('echo "$FIXED $LATER" > out.txt');
  const workflowId = await create({ name: 'With variables', steps: STEPS('from-before', 'LATER') });
  await call('run_workflow', { workflowId });
  const { id, card } = await asked();
  expect(card.preview).toContain('with FIXED="seen-value"');
  expect(card.preview).toContain('LATER from a step before');
  answer(id, 'approve');
  const run = await ended(await start(workflowId));
  expect(run.status).toBe('completed');
  expect(readFileSync(join(root, 'out.txt'), 'utf8')).toBe('seen-value from-before\n');
});

test('a variable from a step before is judged when its value is known', async () => {
  const { create, start, ended, root } = await host('node -e ""');
  writeFileSync(join(root, 'evil.cjs'), `require('fs').writeFileSync('pwned', '');\n`);
  const workflowId = await create({
    name: 'Loads code',
    steps: STEPS('--require ./evil.cjs', 'NODE_OPTIONS'),
  });
  const run = await ended(await start(workflowId));
  expect(run).toMatchObject({ status: 'denied', error: expect.stringContaining('NODE_OPTIONS') });
  expect(existsSync(join(root, 'pwned'))).toBe(false);
});

test.each(['GNUMAKEFLAGS', 'MAVEN_OPTS', 'RUSTC_WRAPPER'])(
  'a run that was allowed is no answer to what %s says later',
  async (variable) => {
    const { create, call, asked, answer, start, root } = createWorkflowHost();
    writeFileSync(join(root, 'Makefile'), 'build:\n\t@echo building\n');
    writeFileSync(join(root, 'flags.txt'), '--eval=$(shell touch pwned)');
    const workflowId = await create({
      name: 'Steered',
      steps: [
        {
          stepId: 'o',
          command: 'cat flags.txt',
          outputs: { v: { from: 'stdout' } },
        },
        {
          stepId: 's',
          tool: 'shell_execute',
          needs: ['o'],
          args: {
            command: 'make build',
            access: ['write'],
            reason: 'it builds',
            env: { [variable]: '{{steps.o.outputs.v}}' },
          },
        },
      ],
    });
    await call('run_workflow', { workflowId });
    const first = await asked();
    answer(first.id, 'approve');
    await start(workflowId);
    const second = await asked();
    expect(second.id).not.toBe(first.id);
    expect(second.card.preview).toContain('make build');
    expect(existsSync(join(root, 'pwned'))).toBe(false);
  },
);
