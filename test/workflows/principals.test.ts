import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createToken, serveForFile, toolgate } from '../support/http.ts';
import { callTool, modern } from '../support/mcp-http.ts';

type Data = Record<string, unknown>;

const server = serveForFile(() => ({
  args: [],
  env: { TOOLGATE_PERMISSION_LEVEL: 'full_access' },
}));

let ann = '';
let bob = '';
beforeAll(async () => {
  ann = await createToken(server(), 'ann');
  bob = await createToken(server(), 'bob');
});

async function call(token: string, name: string, args: Data = {}): Promise<{ data: Data; text: string }> {
  const { answer } = await callTool(server(), name, args, { token });
  const result = (answer?.result ?? {}) as { structuredContent?: Data };
  return { data: result.structuredContent ?? {}, text: JSON.stringify(answer) };
}

test('what a principal makes and runs is there for nobody else, by no verb', async () => {
  const { data: made, text: said } = await call(ann, 'create_workflow', {
    name: 'of ann 4711',
    env: { NOTE: 'private-4711' },
    steps: [{ command: 'echo private-4711' }],
  });
  expect(made, said).toMatchObject({ workflowId: expect.any(String) });
  const workflowId = String(made.workflowId);
  const { data: run } = await call(ann, 'run_workflow', { workflowId });
  const { executionId } = run;
  const { data: action } = await call(ann, 'create_action', {
    actionType: 'script',
    name: 'action 4711',
    config: { command: 'echo', args: ['4711'] },
  });
  const { data: sent } = await call(ann, 'create_webhook', {
    direction: 'incoming',
    workflowId,
    name: 'hook 4711',
  });
  const { data: template } = await call(ann, 'create_step_template', {
    name: 'template 4711',
    command: 'echo 4711',
    category: 'mine',
  });
  const { actionId } = action;
  const looks: [string, Data][] = [
    ['list_workflows', {}],
    ['get_workflow', { workflowId }],
    ['list_action_executions', {}],
    ['get_execution_status', { executionId, logAfter: 0 }],
    ['list_actions', {}],
    ['get_action', { actionId }],
    ['get_action_permissions', {}],
    ['list_webhooks', {}],
    ['list_step_templates', { category: 'mine' }],
    ['explain_call', { tool: 'run_workflow', args: { workflowId } }],
  ];
  const own = await Promise.all(looks.map(([tool, args]) => call(ann, tool, args)));
  expect(own.map(({ text }, i) => [looks[i]?.[0], text.includes('4711')])).toEqual(
    looks.map(([tool]) => [tool, !['get_action_permissions', 'explain_call'].includes(tool)]),
  );
  expect([sent.webhookId, template.templateId]).toEqual([expect.any(String), expect.any(String)]);
  for (const [tool, args] of looks) expect((await call(bob, tool, args)).text, tool).not.toContain('4711');
  const templateId = template.templateId;
  const changes: [string, Data][] = [
    ['run_workflow', { workflowId }],
    ['update_workflow', { workflowId, name: 'of bob' }],
    ['add_workflow_step', { workflowId, command: 'echo bob' }],
    ['delete_workflow_step', { workflowId, stepId: 'command' }],
    ['create_webhook', { direction: 'incoming', workflowId }],
    ['create_workflow', { name: 'around', steps: [{ workflow: workflowId }] }],
    ['cancel_execution', { executionId }],
    ['run_action', { actionId }],
    ['update_action', { actionId, name: 'of bob' }],
    ['delete_action', { actionId }],
    ['delete_workflow', { workflowId }],
  ];
  for (const [tool, args] of changes) {
    const { text } = await call(bob, tool, args);
    expect(text, tool).toMatch(/There is no (workflow|execution|action)|there is no workflow/);
    expect(text, tool).not.toContain('4711');
  }
  const { data: bobs } = await call(bob, 'create_workflow', { name: 'of bob', steps: [] });
  const { text: filled } = await call(bob, 'add_workflow_step', {
    workflowId: bobs.workflowId,
    templateId,
    values: {},
  });
  expect(filled).toContain('There is no step template');
  expect((await call(ann, 'get_workflow', { workflowId })).data).toMatchObject({ name: 'of ann 4711' });
  expect((await call(ann, 'run_action', { actionId })).data).toMatchObject({ status: 'completed' });
});

test('the skills of a principal are its own workflows and the files it can reach', async () => {
  const folder = join(server().root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'shared.yaml'),
    'name: for all of the repository\nsteps: [{ command: "true" }]\n',
  );
  await call(ann, 'create_workflow', { name: 'skill of ann', steps: [{ command: 'echo 9911' }] });
  const skills = async (token: string): Promise<string> => {
    await call(token, 'list_workflows');
    const { answer } = await modern(server(), 'resources/list', {}, { token });
    return JSON.stringify(answer?.result);
  };
  await expect.poll(() => skills(ann)).toContain('workflow-skill-of-ann');
  const seen = await skills(bob);
  expect(seen).toContain('workflow-for-all-of-the-repository');
  expect(seen).not.toContain('skill-of-ann');
  const uri = 'skill://workflow-skill-of-ann/SKILL.md';
  const { answer: own } = await modern(server(), 'resources/read', { uri }, { token: ann });
  expect(JSON.stringify(own)).toContain('9911');
  const { answer } = await modern(server(), 'resources/read', { uri }, { token: bob });
  expect(JSON.stringify(answer)).not.toContain('9911');
});

test('a person sees all of it, and offers one to every agent', async () => {
  const { data } = await call(ann, 'create_workflow', { name: 'to offer', steps: [{ command: 'echo 31' }] });
  const workflowId = String(data.workflowId);
  expect(await toolgate(server(), 'workflows', 'list')).toContain(workflowId);
  await toolgate(server(), 'workflows', 'expose', workflowId, '--as', 'offered_by_a_person');
  const { data: run } = await call(bob, 'offered_by_a_person');
  expect(run).toMatchObject({ status: 'completed', workflowId });
  expect(
    (await call(bob, 'get_execution_status', { executionId: run.executionId, logAfter: 0 })).text,
  ).toContain('31');
  expect((await call(ann, 'list_action_executions')).text).not.toContain(String(run.executionId));
  expect((await call(bob, 'get_workflow', { workflowId })).text).toContain('There is no workflow');
});

test('a token with the scope admin runs and changes what it sees under /api, and as an agent only its own', async () => {
  const admin = await createToken(server(), 'boss', '--scope', 'admin', '--scope', 'tools:call');
  const { data } = await call(ann, 'create_workflow', { name: 'to run', steps: [{ command: 'echo 77' }] });
  const id = String(data.workflowId);
  const act = async (path: string, body: Data): Promise<Data> => {
    const response = await fetch(`${server().address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as Data) };
  };
  expect(await act('workflows/run', { id })).toMatchObject({ status: 200, executionId: expect.any(String) });
  const yaml = 'name: to run again\nsteps:\n  - id: one\n    command: echo 78\n';
  expect(await act('workflows/save', { id, yaml })).toMatchObject({ status: 200, workflowId: id });
  expect((await call(ann, 'get_workflow', { workflowId: id })).data).toMatchObject({ name: 'to run again' });
  expect((await call(admin, 'get_workflow', { workflowId: id })).text).toContain('There is no workflow');
});
