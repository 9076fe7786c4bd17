import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateText } from 'ai';
import { type AppEvent, type EventName, MCPToolHandler, type Toolgate, toAiSdkTools } from 'toolgate';
import { expect, test } from 'vitest';
import { scriptedModel } from '../support/scripted-model.ts';
import { makeToolgate } from '../support/toolgate.ts';

const handlerOf = (toolgate: Toolgate) =>
  new MCPToolHandler(toolgate, { agent: 'assistant', session: 'conversation-1' });

const call = (name: string, args: Record<string, unknown> = {}, id = 'call-1') => ({
  id,
  name,
  arguments: args,
});

test('definitions for a provider and available tools come from the registry', async () => {
  const toolgate = await makeToolgate();
  const handler = handlerOf(toolgate);
  const chat = await handler.getChatToolDefinitions();
  const { tools, categories } = await handler.getAvailableTools();
  expect(chat.map(({ function: { name } }) => name)).toEqual(toolgate.tools.map(({ name }) => name));
  const entry = toolgate.tools.find(({ name }) => name === 'git_commit');
  expect(chat.find(({ function: { name } }) => name === 'git_commit')).toEqual({
    type: 'function',
    function: { name: 'git_commit', description: entry?.description, parameters: entry?.inputSchema },
  });
  expect(tools.find(({ name }) => name === 'git_commit')).toEqual({
    name: 'git_commit',
    description: entry?.description,
    parameters: entry?.inputSchema,
    requiresConfirmation: true,
    category: 'git',
  });
  expect(categories).toContain('workflows');
});

test.each([
  ['list_projects', false],
  ['get_git_status', false],
  ['list_background_processes', false],
  ['run_script', true],
  ['create_workflow', true],
  ['stop_background_process', true],
  ['read_file', false],
  // Its risk depends on the arguments.
  ['shell_execute', true],
  ['no_such_tool', true],
])('requiresConfirmation(%s) is %s', async (name, expected) => {
  const toolgate = await makeToolgate();
  expect(handlerOf(toolgate).requiresConfirmation(name)).toBe(expected);
});

test("a project's own file takes tools away, and a path outside the roots is refused", async () => {
  const toolgate = await makeToolgate();
  const project = join(toolgate.root, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'toolgate.json'),
    JSON.stringify({ packs: ['git'], toolPermissions: { get_git_status: 'confirm' } }),
  );
  const handler = handlerOf(toolgate);
  const { tools, categories } = await handler.getAvailableTools(project);
  expect(categories).toEqual(['git']);
  expect(tools.find(({ name }) => name === 'get_git_status')).toMatchObject({ requiresConfirmation: true });
  await expect(handler.getAvailableTools('/etc')).rejects.toThrow('/etc');
  await expect(handler.getChatToolDefinitions(join(toolgate.root, 'none'))).rejects.toThrow('no project at');
});

test('a read runs at once; a write is refused until it is confirmed', async () => {
  const toolgate = await makeToolgate({ mode: 'full_access' });
  const handler = handlerOf(toolgate);
  const write = call('write_file', { path: 'a.txt', content: 'x' });
  expect(await handler.executeToolCall(call('list_directory', { path: '.' }))).toEqual({
    success: true,
    output: expect.stringContaining('"entries":[]'),
    error: null,
    duration_ms: expect.any(Number),
  });
  expect(await handler.executeToolCall(write)).toEqual({
    success: false,
    output: '',
    error: 'write_file needs a confirmation; run it with executeConfirmedToolCall',
    duration_ms: null,
  });
  expect(existsSync(join(toolgate.root, 'a.txt'))).toBe(false);
  expect(await handler.executeConfirmedToolCall(write)).toMatchObject({ success: true, error: null });
  expect(readFileSync(join(toolgate.root, 'a.txt'), 'utf8')).toBe('x');
});

test('a confirmed call is approved once in the name of the person, and what is blocked stays blocked', async () => {
  const toolgate = await makeToolgate({ toolPermissions: { delete_file: 'blocked' } });
  const handler = handlerOf(toolgate);
  const write = call('write_file', { path: 'a.txt', content: 'x' });
  expect(await handler.executeConfirmedToolCall(write, undefined, 'ada')).toMatchObject({ success: true });
  expect(toolgate.approvals.list()).toMatchObject([{ status: 'consumed', decidedBy: 'ada', scope: 'once' }]);
  expect(await handler.executeConfirmedToolCall(call('delete_file', { path: 'a.txt' }))).toMatchObject({
    success: false,
    output: '',
    error: expect.stringMatching(/^BLOCKED_BY_POLICY: /),
    duration_ms: null,
  });
  expect(existsSync(join(toolgate.root, 'a.txt'))).toBe(true);
  expect(await handler.executeConfirmedToolCall(call('nothing'))).toMatchObject({
    error: expect.stringMatching(/^UNKNOWN_TOOL: /),
  });
});

test('the path of a project is where its calls happen, and nothing else is open to them', async () => {
  const toolgate = await makeToolgate();
  const project = join(toolgate.root, 'project');
  mkdirSync(project);
  writeFileSync(join(toolgate.root, 'outside.txt'), 'x');
  writeFileSync(join(project, 'inside.txt'), 'x');
  const handler = handlerOf(toolgate);
  const list = (path: string) => handler.executeToolCall(call('list_directory', { path }), project);
  expect(await list('.')).toMatchObject({ success: true, output: expect.stringContaining('inside.txt') });
  expect(await list('..')).toMatchObject({ success: false, error: expect.stringMatching(/^OUTSIDE_ROOT: /) });
});

function listen(toolgate: Toolgate): AppEvent[] {
  const heard: AppEvent[] = [];
  const names: EventName[] = ['ai-tool-confirmation', 'ai-tool-result', 'ai-tool-state'];
  toolgate.events.subscribe(names, (event) => heard.push(event));
  return heard;
}

const statesIn = (heard: readonly AppEvent[]) =>
  heard.flatMap(({ name, data }) => (name === 'ai-tool-state' && 'status' in data ? [data.status] : []));

test('a call of a model is followed by its own id from the question to the result', async () => {
  const toolgate = await makeToolgate();
  const heard = listen(toolgate);
  const { tools, toolApproval } = toAiSdkTools(toolgate, { agent: 'assistant', session: 'conversation-1' });
  const args = { path: 'a.txt', content: 'x' };
  const model = scriptedModel([{ id: 'call-7', tool: 'write_file', args }]);
  const first = await generateText({ model, tools, toolApproval, prompt: 'Write.' });
  const [request] = first.content.filter((part) => part.type === 'tool-approval-request');
  expect(statesIn(heard)).toEqual(['pending_confirmation']);
  expect(heard.find(({ name }) => name === 'ai-tool-confirmation')?.data).toEqual({
    conversationId: 'conversation-1',
    callId: 'call-7',
    toolName: 'write_file',
    arguments: expect.objectContaining(args),
    description: expect.stringContaining('MEDIUM'),
  });
  const [approval] = toolgate.approvals.list('pending');
  toolgate.approvals.decide(approval?.id ?? '', { verdict: 'approve', scope: 'once', by: 'me', via: 'api' });
  await generateText({
    model: scriptedModel('Done.'),
    tools,
    toolApproval,
    messages: [
      { role: 'user', content: 'Write.' },
      ...first.responseMessages,
      {
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved: true }],
      },
    ],
  });
  expect(statesIn(heard)).toEqual(['pending_confirmation', 'executing', 'completed']);
  expect(heard.filter(({ name }) => name === 'ai-tool-result').map(({ data }) => data)).toEqual([
    {
      conversationId: 'conversation-1',
      callId: 'call-7',
      success: true,
      output: expect.stringContaining('a.txt'),
    },
  ]);
  expect(heard.at(-1)?.data).toEqual({
    conversationId: 'conversation-1',
    callId: 'call-7',
    toolName: 'write_file',
    status: 'completed',
    arguments: args,
    result: { success: true, output: expect.stringContaining('a.txt'), durationMs: expect.any(Number) },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test('failed and denied calls say so, and secrets in arguments are masked', async () => {
  const toolgate = await makeToolgate({ approve: () => ({ verdict: 'deny', feedback: 'no' }) });
  const heard = listen(toolgate);
  await toolgate.call('read_file', { path: 'missing.txt' });
  expect(statesIn(heard)).toEqual(['executing', 'failed']);
  heard.length = 0;
  const token = `ghp_${randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 36)}`;
  await toolgate.call('web_fetch', { url: `http://127.0.0.1:9/?t=${token}` });
  expect(JSON.stringify(heard.filter(({ name }) => name === 'ai-tool-state'))).not.toContain(token);
  heard.length = 0;
  await toolgate.call('write_file', { path: 'a.txt', content: 'x' });
  expect(statesIn(heard)).toEqual(['pending_confirmation', 'denied']);
  expect(heard.at(-1)?.data).toMatchObject({
    result: { success: false, output: '', error: expect.stringContaining('no') },
  });
});

test('the steps of a workflow are its nodes, too', async () => {
  const toolgate = await makeToolgate({ mode: 'full_access' });
  const handler = handlerOf(toolgate);
  const steps = [{ name: 'look', command: 'true' }];
  const made = await handler.executeConfirmedToolCall(call('create_workflow', { name: 'W', steps }));
  const { workflowId } = JSON.parse(made.output) as { workflowId: string };
  const got = await handler.executeToolCall(call('get_workflow', { workflow_id: workflowId }, 'call-2'));
  const { steps: kept, nodes } = JSON.parse(got.output) as Record<string, unknown>;
  expect(kept).toMatchObject([{ stepId: 'look', command: 'true' }]);
  expect(nodes).toEqual(kept);
});
