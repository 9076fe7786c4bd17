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

test('variables of a script step are on the card, and what a step found out is asked about when it is known', async () => {
  const { create, call, asked, answer, start, ended, root } = await host('echo "$FIXED $LATER" > out.txt');
  const workflowId = await create({ name: 'With variables', steps: STEPS('from-before', 'LATER') });
  await call('run_workflow', { workflowId });
  const first = await asked();
  expect(first.card.preview).toContain('with FIXED="seen-value"');
  expect(first.card.preview).toContain('LATER from a step before');
  answer(first.id, 'approve');
  const run = await start(workflowId);
  const second = await asked();
  expect(second.card.preview).toContain('with FIXED="seen-value"\nwith LATER="from-before"');
  expect(existsSync(join(root, 'out.txt'))).toBe(false);
  answer(second.id, 'approve');
  expect(await ended(run)).toMatchObject({ status: 'completed' });
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

/** One step prints what a file holds, the next gets it as a variable; the run is allowed when the file holds something else. */
async function runWith(command: string, variable: string, value: string, from = '{{steps.o.outputs.v}}') {
  const made = createWorkflowHost();
  const { create, call, asked, answer, start, root } = made;
  writeFileSync(join(root, 'Makefile'), 'build:\n\t@echo building\n\t@$(AR) x\n');
  writeFileSync(join(root, 'evil.sh'), 'touch pwned\n');
  writeFileSync(join(root, 'value.txt'), 'true');
  const args = {
    command,
    access: ['write'],
    reason: 'it builds',
    env: { [variable]: from },
  };
  const workflowId = await create({
    name: 'Steered',
    steps: [
      { stepId: 'o', command: 'cat value.txt', outputs: { v: { from: 'stdout' } } },
      { stepId: 's', tool: 'shell_execute', needs: ['o'], args },
    ],
  });
  await call('run_workflow', { workflowId });
  const first = await asked();
  writeFileSync(join(root, 'value.txt'), value);
  answer(first.id, 'approve');
  return { ...made, first, run: await start(workflowId) };
}

test.each([
  ['make build', 'AR', 'bash evil.sh; true'],
  ['make build', 'GNUMAKEFLAGS', '--eval=$(shell touch pwned)'],
  ['AR="$X" make build', 'X', 'bash evil.sh; true'],
  ['y="$X"; AR="$y" make build', 'X', 'bash evil.sh; true'],
  ['export AR="$X"; make build', 'X', 'bash evil.sh; true'],
  ['make build AR="$X"', 'X', 'bash evil.sh; true'],
  ['make "$X"', 'X', 'AR=bash evil.sh; true'],
  ['bash -c "$X"', 'X', 'bash evil.sh'],
  ['git log --oneline "$X"', 'X', '--output=pwned'],
  ['tar cf pwned "$X"', 'X', '.env'],
  ['rm -f docs/"$X"', 'X', '../Makefile'],
  ['echo x > out-"$X"', 'X', '/../Makefile'],
  ["make build # '$AR'", 'AR', 'bash evil.sh; true'],
])('a run that was allowed is no answer to what %s gets as %s later', async (command, variable, value) => {
  const { asked, first, root } = await runWith(command, variable, value);
  const second = await asked();
  expect(second.id).not.toBe(first.id);
  expect(second.card.preview).toContain(`${variable}='${value}'\n${command}`);
  expect(existsSync(join(root, 'pwned'))).toBe(false);
});

test.each([
  ['printf %s "$TITLE" > out.txt', 'TITLE'],
  ['f=out.txt; text="$TITLE"; echo "for $text" > "$f"', 'TITLE'],
  ['git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m "$TITLE"', 'TITLE'],
  ['echo x > "out-$TITLE"', 'TITLE', '{{run.id}}'],
  // The words get it, and make does not.
  ['echo "$AR"; make build', 'AR'],
])('%s takes what a step found out as data, unasked', async (command, variable, from?: string) => {
  const { ended, run, root } = await runWith(command, variable, 'bash evil.sh; true', from);
  expect(await ended(run)).toMatchObject({ steps: [{}, { exitCode: expect.any(Number) }] });
  expect(existsSync(join(root, 'pwned'))).toBe(false);
});
