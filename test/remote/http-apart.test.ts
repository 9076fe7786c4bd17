import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { callTool, openSession } from '../support/mcp-http.ts';
import { account } from '../support/ssh/accounts.ts';
import { remoteFolders } from '../support/ssh/folders.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';

const AUDIENCE = 'https://gate.example/mcp';
const TOOL = 'acp_remote_execute_command';
const sshd = await sharedSshd();
const { folder } = remoteFolders();

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

/** In the mode that asks: the first use of a host waits for a person. */
const server = serveForFile(() => {
  const spec = { hostname: '127.0.0.1', port: sshd.port, user: account().name, identityFile: sshd.identity };
  return {
    args: ['--pack', 'remote,gate'],
    env: {
      TOOLGATE_OAUTH_ISSUER: issuer.url,
      TOOLGATE_OAUTH_AUDIENCE: AUDIENCE,
      TOOLGATE_APPROVALS_WAIT_MS: '0',
      TOOLGATE_TOOL_PERMISSIONS: JSON.stringify({ acp_remote_execute_many: 'allowed' }),
      TOOLGATE_SSH_CONFIG: writeSshConfig(sshd, { '*': {} }).file,
      TOOLGATE_REMOTE_HOSTS: JSON.stringify({ box: spec }),
    },
  };
});

const tokenOf = (sub: string): Promise<string> => issuer.sign({ sub, aud: AUDIENCE, scope: 'tools:call' });

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

async function call(sub: string, tool: string, args: Record<string, unknown> = {}): Promise<Result> {
  const { answer } = await callTool(server(), tool, args, { token: await tokenOf(sub) });
  return answer?.result as unknown as Result;
}

const approvalsOf = async (sub: string) =>
  (await call(sub, 'list_approvals')).structuredContent?.approvals as { approvalId: string; tool: string }[];

test('of a question about one user’s command another learns nothing, and can answer nothing', async () => {
  const path = join(folder(), 'never');
  const asked = await call('alice', TOOL, { command: `touch ${path}` });
  expect(asked.content[0]?.text).toMatch(/^APPROVAL_PENDING/);
  const [own] = await approvalsOf('alice');
  expect(own?.tool).toBe(TOOL);
  expect(await approvalsOf('bob')).toEqual([]);
  const waited = await call('bob', 'wait_for_approval', { approvalId: own?.approvalId, waitMs: 1000 });
  expect(waited.content[0]?.text).toMatch(/^NOT_FOUND/);
  expect(waited.content[0]?.text).not.toContain(path);
  // What people decide with is closed to both.
  for (const act of ['hosts/list', 'hosts/questions', 'approvals/list', 'events'])
    for (const sub of ['alice', 'bob']) {
      const headers = { authorization: `Bearer ${await tokenOf(sub)}` };
      const { status } = await fetch(`${server().address}/api/${act}`, { headers });
      expect([act, [401, 403].includes(status)]).toEqual([act, true]);
    }
}, 30_000);

test('the progress of one user’s call reaches nobody else', async () => {
  const bob = await openSession(server(), { token: await tokenOf('bob') });
  const stream = await bob.listen();
  const { messages, answer } = await callTool(
    server(),
    'acp_remote_execute_many',
    { hosts: ['box'], command: 'echo one; sleep 1; echo two' },
    { token: await tokenOf('alice'), meta: { progressToken: 'p1' } },
  );
  expect(JSON.stringify(answer)).toMatch(/one|APPROVAL_PENDING/);
  expect(messages.length).toBeGreaterThan(0);
  expect(JSON.stringify(stream.events())).not.toMatch(/p1|progress|one/);
  stream.close();
  await bob.end();
}, 30_000);
