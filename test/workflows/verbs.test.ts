import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { hostPid, until } from '../support/program.ts';
import type { Ended } from '../support/run-program.ts';

type Data = Record<string, unknown>;

const ONE = `name: One
steps:
  - id: say
    command: echo "hello $WHO"
    env: { WHO: "{{inputs.who}}" }
inputs: { properties: { who: { type: string } }, required: [who] }
`;
const WAITING =
  'name: Waiting\nsteps:\n  - id: pause\n    wait: { event: go }\n  - id: after\n    command: echo went\n';
const CUT_OFF = 'name: Cut off\nsteps:\n  - id: slow\n    command: echo begun >> ledger; sleep 60\n';

function homeOf(): Home {
  const home = makeHome();
  home.writeConfig({ permissionLevel: 'full_access', approvals: { waitMs: 20 } });
  return home;
}

/** Runs a command, says yes to what it asks, and runs it again. */
async function allowed(home: Home, args: readonly string[], input = ''): Promise<Ended> {
  const first = await home.run(args, { input });
  const [, question] = /approvals approve (\w+)/.exec(first.stderr) ?? [];
  if (question === undefined) return first;
  await home.run(['approvals', 'approve', question]);
  return home.run(args, { input });
}

/** The same for a command that must succeed; answers what it printed. */
async function did(home: Home, args: readonly string[], input?: string): Promise<string> {
  const ended = await allowed(home, args, input);
  expect(ended, `${args.join(' ')}: ${ended.stderr}`).toMatchObject({ code: 0 });
  return ended.stdout;
}

const made = async (home: Home, tool: string, args: Data): Promise<Data> =>
  (JSON.parse(await did(home, ['call', tool, JSON.stringify(args), '--json'])) as { structuredContent: Data })
    .structuredContent;

async function imported(home: Home, text: string): Promise<string> {
  writeFileSync(join(home.project, 'it.yml'), text);
  const { workflowId } = JSON.parse(await did(home, ['workflows', 'import', 'it.yml', '--json'])) as Data;
  return String(workflowId);
}

const started = async (home: Home, id: string): Promise<string> =>
  (await did(home, ['workflows', 'run', id, '{}', '--detach'])).trim();

/** Polls the state of a run as people see it. */
async function seen(home: Home, run: string, pattern: RegExp): Promise<string> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const text = await did(home, ['workflows', 'status', run]);
    if (pattern.test(text)) return text;
    if (performance.now() > deadline) throw new Error(`Never ${pattern}: ${text}`);
  }
}

test('workflows: list, show, run, runs, status, logs, enable, disable, expose', async () => {
  const home = homeOf();
  expect(await did(home, ['workflows', 'list'])).toBe('There are no workflows.\n');
  const id = await imported(home, ONE);
  expect(await did(home, ['workflows', 'validate', 'it.yml'])).toBe('it.yml: "One" is right, 1 step.\n');
  expect(await did(home, ['workflows', 'list'])).toBe(`${id}  One, version 1, 1 step\n`);
  expect(await did(home, ['workflows', 'show', id])).toContain('echo "hello $WHO"');
  const followed = await did(home, ['workflows', 'run', id, '{"who": "you"}']);
  expect(followed).toMatch(
    /^say: hello you\nsay: \[completed\]\nexec_\w+ +completed +One .*\n {2}say +completed, exit code 0\n/,
  );
  const run = /exec_\w+/.exec(followed)?.[0] ?? '';
  expect(await did(home, ['workflows', 'runs', '--limit', '5'])).toMatch(new RegExp(`^${run} +completed`));
  expect(await did(home, ['workflows', 'status', run])).toMatch(/say +completed, exit code 0/);
  expect(await did(home, ['workflows', 'logs', run])).toBe('say: hello you\nsay: [completed]\n');
  expect(await did(home, ['workflows', 'enable', id])).toBe(
    `Enabled ${id}  One, version 1, 1 step, enabled\n`,
  );
  expect(await did(home, ['workflows', 'disable', id])).toBe(`Disabled ${id}  One, version 1, 1 step\n`);
  expect(await did(home, ['workflows', 'expose', id, '--as', 'say_hello'])).toBe(
    `${id} is offered as say_hello.\n`,
  );
  expect(JSON.stringify(await made(home, 'say_hello', { who: 'tool' }))).toContain('completed');
  expect(await did(home, ['workflows', 'expose', id])).toBe(`${id} is no longer a tool.\n`);
  expect((await home.run(['call', 'say_hello', '{"who": "tool"}'])).code).not.toBe(0);
}, 60_000);

test('workflows: signal lets a run go on, cancel ends one', async () => {
  const home = homeOf();
  const id = await imported(home, WAITING);
  const [one, other] = [await started(home, id), await started(home, id)];
  await seen(home, one, /^exec_\w+ +waiting/);
  expect(await did(home, ['workflows', 'signal', one, 'go'])).toBe(`Sent "go" to ${one}.\n`);
  expect(await did(home, ['workflows', 'logs', one, '--follow'])).toMatch(
    /^after: went\n[\s\S]*exec_\w+ +completed/m,
  );
  expect(await did(home, ['workflows', 'cancel', other])).toMatch(/cancelled/);
  expect((await home.run(['workflows', 'logs', other, '--follow'])).stdout).not.toContain('went');
}, 60_000);

test('workflows: answer says what becomes of a step that was cut off', async () => {
  const home = homeOf();
  const run = await started(home, await imported(home, CUT_OFF));
  await until('the step', () => lines(home).length === 1, 20_000);
  process.kill(await until('the host', () => hostPid(home.dataDir)), 'SIGKILL');
  await until('the end of the host', () => hostPid(home.dataDir) === undefined);
  await seen(home, run, /pending_confirm/);
  expect(await did(home, ['workflows', 'answer', run, 'slow', 'done'])).toBe(`slow of ${run}: done\n`);
  await seen(home, run, /^exec_\w+ +completed/);
  expect(lines(home)).toEqual(['begun']);
  for (const again of ['done', 'retry'])
    expect(await home.run(['workflows', 'answer', run, 'slow', again])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `The step "slow" of ${run} waits for no answer. The step is completed, the run is completed.`,
      ),
    });
  const wrong = await home.run(['workflows', 'answer', run, 'slow', 'perhaps']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('retry') });
}, 60_000);

const lines = ({ project }: Home): string[] => {
  try {
    return readFileSync(join(project, 'ledger'), 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

test('actions: permissions set decides what runs', async () => {
  const home = homeOf();
  const { actionId } = await made(home, 'create_action', {
    actionType: 'script',
    name: 'Mark',
    config: { command: 'sh', args: ['-c', 'echo ran >> ledger'] },
  });
  const run = ['call', 'run_action', JSON.stringify({ actionId })];
  expect(await did(home, ['actions', 'permissions', 'set', String(actionId), 'deny'])).toBe(
    `${actionId}: deny\n`,
  );
  expect((await home.run(run)).code).not.toBe(0);
  expect(lines(home)).toEqual([]);
  await did(home, ['actions', 'permissions', 'set', String(actionId), 'default']);
  await did(home, run);
  expect(lines(home)).toEqual(['ran']);
  const wrong = await home.run(['actions', 'permissions', 'set', String(actionId), 'always']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('require_confirm') });
}, 60_000);

test('webhooks: list, rotate and remove', async () => {
  const home = homeOf();
  expect(await did(home, ['webhooks', 'list'])).toBe('There are no webhooks.\n');
  const workflowId = await imported(home, ONE);
  const { webhookId } = await made(home, 'create_webhook', { direction: 'incoming', workflowId });
  const id = String(webhookId);
  expect(await did(home, ['webhooks', 'list'])).toMatch(new RegExp(`^${id} +incoming .*not ready`));
  const [first, second] = [
    await did(home, ['webhooks', 'rotate', id]),
    await did(home, ['webhooks', 'rotate', id]),
  ];
  expect(first).toMatch(
    /^Token, shown this once: \S+\nSend it with POST \/\S+ as "Authorization: Bearer TOKEN"\.\n$/,
  );
  expect(second).not.toBe(first);
  const token = /once: (\S+)/.exec(second)?.[1] ?? '';
  const listed = await did(home, ['webhooks', 'list']);
  expect(listed).not.toContain('not ready');
  expect(listed).not.toContain(token);
  expect(await did(home, ['webhooks', 'remove', id])).toBe(`Closed ${id}.\n`);
  expect(await did(home, ['webhooks', 'list'])).toBe('There are no webhooks.\n');
  expect((await home.run(['webhooks', 'rotate', id])).code).toBe(2);
}, 60_000);

test('secrets: set, list and remove; a step has the value and nobody sees it', async () => {
  const home = homeOf();
  const value = 'a-value-nobody-sees-81';
  expect(await did(home, ['secrets', 'set', 'deploy'], `${value}\n`)).toBe('Stored deploy.\n');
  const listed = await did(home, ['secrets', 'list']);
  expect(listed).toMatch(/^deploy +\d{4}-/);
  expect(listed).not.toContain(value);
  const id = await imported(
    home,
    `name: Secret\nsteps:\n  - id: use\n    command: echo "\${#KEY} $KEY"\n    secrets: { KEY: deploy }\n`,
  );
  const ran = await did(home, ['workflows', 'run', id]);
  expect(ran).toContain(`use: ${value.length} `);
  expect(ran).not.toContain(value);
  expect(await did(home, ['secrets', 'remove', 'deploy'])).toBe('Removed deploy.\n');
  expect(await did(home, ['secrets', 'list'])).toMatch(/^There are no secrets/);
  const without = await allowed(home, ['workflows', 'run', id]);
  expect(without.code).not.toBe(0);
  expect(without.stdout + without.stderr).toContain('deploy');
  expect((await home.run(['secrets', 'set', 'empty'], { input: '\n' })).code).toBe(2);
}, 60_000);
