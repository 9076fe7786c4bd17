import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';
import { endProcess, startSshd } from '../../../test/support/ssh/sshd.ts';

const TOOL = 'acp_remote_forward_port';
const POLL = { timeout: 15_000, interval: 100 };
const fullAccess = { settings: { permissionLevel: 'full_access' } };
const sshd = await sharedSshd();

async function service(): Promise<number> {
  const server = createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  // Sound: a TCP server that listens has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

const portOf = ({ data }: { data: Record<string, unknown> }): number =>
  (data.forwards as { listenPort: number }[])[0]?.listenPort ?? 0;

test('a forwarding ends with its connection, and is not listed any more', async () => {
  const own = await startSshd();
  onTestFinished(() => own.close());
  const { approved } = createRemoteHost(own, fullAccess);
  const port = portOf(await approved.call(TOOL, { targetPort: await service() }));
  expect(await isOpen(port)).toBe(true);
  for (const pid of own.sessions()) endProcess(pid);
  await expect.poll(() => isOpen(port), POLL).toBe(false);
  await expect
    .poll(async () => (await approved.call(TOOL, { action: 'list' })).data.forwards, POLL)
    .toEqual([]);
}, 40_000);

test('it is reached on loopback alone, and no other address can be asked for', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const targetPort = await service();
  const port = portOf(await approved.call(TOOL, { targetPort }));
  const others = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const { address } of others) expect(await isOpen(port, address)).toBe(false);
  for (const more of [{ bindAddress: '0.0.0.0' }, { listenHost: '*' }, { targetHost: '10.0.0.1' }])
    expect(await approved.call(TOOL, { targetPort, ...more })).toMatchObject({ code: 'VALIDATION' });
}, 30_000);

test('a port that is forwarded is not forwarded again, until it is closed', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const targetPort = await service();
  const first = await approved.call(TOOL, { targetPort });
  const [{ forwardId } = { forwardId: '' }] = first.data.forwards as { forwardId: string }[];
  const again = { targetPort, listenPort: portOf(first) };
  expect(await approved.call(TOOL, again)).toMatchObject({
    code: 'CONFLICT',
    hint: expect.stringMatching(/"list"/),
  });
  expect((await approved.call(TOOL, { action: 'list' })).data.forwards).toHaveLength(1);
  await approved.call(TOOL, { action: 'close', forwardId });
  expect(portOf(await approved.call(TOOL, again))).toBe(again.listenPort);
  expect(await isOpen(again.listenPort)).toBe(true);
}, 30_000);

test('a port that is taken, and a server that allows none, are told', async () => {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const targetPort = await service();
  expect(await approved.call(TOOL, { targetPort, listenPort: targetPort })).toMatchObject({
    code: 'UNAVAILABLE',
    hint: expect.stringMatching(/in use/),
  });
  const closed = await startSshd({ config: ['AllowTcpForwarding no'] });
  onTestFinished(() => closed.close());
  const refused = createRemoteHost(closed, fullAccess);
  expect(await refused.approved.call(TOOL, { targetPort, direction: 'remote' })).toMatchObject({
    code: 'UNAVAILABLE',
    hint: expect.stringMatching(/AllowTcpForwarding/),
  });
  expect((await refused.approved.call(TOOL, { action: 'list' })).data.forwards).toEqual([]);
}, 40_000);

const isOpen = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
