import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();

type Data = Record<string, unknown>;

function open() {
  const { host, root, caller } = createRemoteHost(sshd);
  const call = (tool: string, args: unknown = {}) => host.call({ tool, args: args as Data, caller });
  const decide = (scope: 'once' | 'session'): void => {
    const asked = host.approvals.list().find(({ status }) => status === 'pending');
    host.approvals.decide(asked?.id ?? '', { verdict: 'approve', scope, by: 'test', via: 'terminal' });
  };
  return { host, root, call, decide };
}

const PENDING = { ok: false, error: { code: 'APPROVAL_PENDING' } };

test('a yes to an upload is for the file as it was', async () => {
  const { root, call, decide } = open();
  const [here, there] = [join(root, 'app.txt'), join(folder(), 'app.txt')];
  writeFileSync(here, 'good');
  const args = { localPath: 'app.txt', remotePath: there };
  expect(await call('acp_remote_upload', args)).toMatchObject(PENDING);
  decide('once');
  writeFileSync(here, 'evil');
  expect(await call('acp_remote_upload', args)).toMatchObject(PENDING);
  expect(existsSync(there)).toBe(false);
  writeFileSync(here, 'good');
  expect(await call('acp_remote_upload', args)).toMatchObject({ ok: true });
  expect(readFileSync(there, 'utf8')).toBe('good');
});

test('what a remote command reads is shown and judged, and other input is asked about', async () => {
  const { call, decide, host } = open();
  const TOOL = 'acp_remote_execute_command';
  const at = folder({ 'a.txt': 'b\na\n', '.env': 'pw planted_9f3\n' });
  const asked = async (command: string, stdin: string) => {
    const answer = await call(TOOL, { command, stdin, cwd: at });
    const pending = host.approvals.list().find(({ status }) => status === 'pending');
    return 'ok' in answer && answer.ok
      ? undefined
      : pending && { risk: pending.risk, text: pending.card.preview };
  };
  const shows = (risk: string, text: string) => ({ risk, text: expect.stringContaining(text) });
  // The first use of a host is a question of its own.
  await asked('true', '');
  decide('session');
  await asked('true', '');
  expect(await asked('python3 -', 'open("PWNED", "w")')).toEqual(shows('CRITICAL', 'open("PWNED", "w")'));
  decide('once');
  expect(await asked('(bash)', 'touch PWNED')).toEqual(shows('CRITICAL', 'touch PWNED'));
  decide('once');
  expect(await asked('sort', 'b\na\n')).toEqual(shows('LOW', 'b\na\n'));
  decide('session');
  expect(await asked('sort', 'b\na\n')).toBeUndefined();
  expect(await asked('sort --files0-from=-', '.env')).toMatchObject({ risk: 'HIGH' });
  decide('once');
  expect(await asked('wc --files0-from=-', '.env')).toMatchObject({ risk: 'HIGH' });
  decide('once');
  expect(await asked('tar cf - -T -', 'a.txt')).toMatchObject({ risk: 'LOW' });
  decide('once');
  expect(await asked('tar cf - -T -', 'a.txt')).toBeUndefined();
  expect(await asked('tar cf - -T -', 'a.txt')).toMatchObject({ risk: 'LOW' });
});

test('the card of a remote change says whatever is not as usual, and permissions weigh as in chmod', async () => {
  const { root, ...parts } = open();
  const at = folder({ 'old.txt': 'old' });
  writeFileSync(join(root, 'app.txt'), 'good');
  writeFileSync(join(root, 'here.txt'), 'here');
  const shown = async (tool: string, args: Data) => {
    const { card } = await callApproved(parts, tool, args);
    return { risk: card.risk, text: card.preview };
  };
  const path = join(at, 'suid');
  const content = Buffer.from('readable').toString('base64');
  const write = { path, content, encoding: 'base64', mode: '4777', createDirs: true };
  const HIGH = (...words: string[]) => ({
    risk: 'HIGH',
    text: expect.stringMatching(new RegExp(words.join('[^]*'))),
  });
  expect(await shown('acp_remote_write_file', write)).toEqual(
    HIGH('mode 4777', 'making missing directories', 'from base64', 'readable'),
  );
  expect(
    await shown('acp_remote_batch', { operations: [{ op: 'write', ...write, path: `${path}2` }] }),
  ).toEqual(HIGH('mode 4777', 'making missing directories', 'from base64', 'readable'));
  const sent = { localPath: 'app.txt', remotePath: `${path}3`, mode: '0666', overwrite: true };
  expect(await shown('acp_remote_upload', sent)).toEqual(
    HIGH('4 bytes \\(sha256 [0-9a-f]{16}\\)', 'mode 0666', 'replacing what is there'),
  );
  expect(await shown('acp_remote_make_directory', { path: join(at, 'all'), mode: '0777' })).toEqual(
    HIGH('mode 0777'),
  );
  const fetched = { remotePath: join(at, 'old.txt'), localPath: 'here.txt', overwrite: true };
  expect((await shown('acp_remote_download', fetched)).text).toContain('replacing what is there');
});

test('an ordinary mode makes a new file no riskier', async () => {
  const { card } = await callApproved(open(), 'acp_remote_write_file', {
    path: join(folder(), 'a.sh'),
    content: 'x',
    mode: '0755',
  });
  expect(card.reasons.filter((reason) => /opens/.test(reason))).toEqual([]);
  expect(card.preview).toContain('mode 0755');
});

test('a standing answer for a port is for that one', async () => {
  const { call, decide } = open();
  expect(await call('acp_remote_forward_port', { targetPort: sshd.port })).toMatchObject(PENDING);
  decide('session');
  for (const _ of [1, 2])
    expect(await call('acp_remote_forward_port', { targetPort: sshd.port })).toMatchObject({ ok: true });
  expect(await call('acp_remote_forward_port', { targetPort: 9 })).toMatchObject(PENDING);
});
