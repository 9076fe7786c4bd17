import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { callTool } from '../support/mcp-http.ts';
import { account } from '../support/ssh/accounts.ts';
import { remoteFolders } from '../support/ssh/folders.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';

const AUDIENCE = 'https://gate.example/mcp';
const claims = (sub: string): object => ({ sub, aud: AUDIENCE, scope: 'tools:call' });
const sshd = await sharedSshd();
const { folder } = remoteFolders();

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

const server = serveForFile(() => {
  const spec = { hostname: '127.0.0.1', port: sshd.port, user: account().name, identityFile: sshd.identity };
  return {
    args: ['--pack', 'remote,processes,gate', '--mode', 'full_access'],
    env: {
      TOOLGATE_OAUTH_ISSUER: issuer.url,
      TOOLGATE_OAUTH_AUDIENCE: AUDIENCE,
      TOOLGATE_SSH_CONFIG: writeSshConfig(sshd, { shared: {}, '*': {} }).file,
      TOOLGATE_REMOTE_HOSTS: JSON.stringify({
        alices: { ...spec, users: ['jwt:alice'] },
        bobs: { ...spec, users: ['jwt:bob'] },
      }),
    },
  };
});

type Result = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] };

async function call(
  sub: string,
  tool: string,
  args: Record<string, unknown> = {},
  more: object = {},
): Promise<Result> {
  const token = await issuer.sign({ ...claims(sub), ...more });
  const { answer, status } = await callTool(server(), tool, args, { token });
  if (status !== 200) return { isError: true, content: [{ text: String(status) }] };
  return answer?.result as unknown as Result;
}

test('a user with a JWT calls all four tools on their own host', async () => {
  const path = join(folder({ 'old.txt': 'old' }), 'new.txt');
  const host = 'alices';
  const write = await call('alice', 'acp_remote_write_file', { host, path, content: 'text' });
  expect(write.structuredContent).toMatchObject({ success: true, bytesWritten: 4 });
  const read = await call('alice', 'acp_remote_read_file', { host, path });
  expect(read.structuredContent).toMatchObject({ content: 'text', size: 4, encoding: 'utf-8' });
  const list = await call('alice', 'acp_remote_list_files', { host, path: join(path, '..') });
  expect(list.content[0]?.text).toBe('new.txt\nold.txt');
  const run = await call('alice', 'acp_remote_execute_command', { host, command: `cat ${path}` });
  expect(run.structuredContent).toMatchObject({ stdout: 'text', stderr: '', exitCode: 0, timedOut: false });
});

test('another user sees none of it: no host, no job, no forwarding', async () => {
  const names = async (sub: string) => {
    const { structuredContent = {} } = await call(sub, 'acp_remote_list_hosts');
    return (structuredContent.hosts as { name: string }[]).map(({ name }) => name);
  };
  expect(await names('alice')).toEqual(['alices']);
  expect(await names('bob')).toEqual(['bobs']);
  expect(await names('carol')).toEqual([]);
  for (const tool of ['acp_remote_list_files', 'acp_remote_read_file'])
    for (const host of ['alices', 'shared'])
      expect((await call('bob', tool, { host, path: '/' })).content[0]?.text).toMatch(
        new RegExp(`^NOT_FOUND: Host "${host}" is not configured. Hosts: bobs`),
      );
  const started = await call('alice', 'acp_remote_execute_command', {
    command: 'sleep 60',
    background: true,
  });
  const { processId } = started.structuredContent ?? {};
  expect(processId).toMatch(/^bp_/);
  const processes = async (sub: string) =>
    (await call(sub, 'list_background_processes')).structuredContent?.processes;
  expect(await processes('alice')).toHaveLength(1);
  expect(await processes('bob')).toEqual([]);
  for (const tool of ['get_background_process_output', 'stop_background_process'])
    expect((await call('bob', tool, { processId })).content[0]?.text).toMatch(/^NOT_FOUND/);
  expect((await call('alice', 'stop_background_process', { processId })).structuredContent).toMatchObject({
    stopped: true,
  });
}, 30_000);

test('expired and foreign tokens reach nothing', async () => {
  const past = Math.floor(Date.now() / 1000) - 1;
  for (const more of [{ exp: past }, { iss: 'https://evil.example' }, { aud: 'https://other.example' }])
    expect((await call('alice', 'acp_remote_list_hosts', {}, more)).content[0]?.text).toBe('401');
});
