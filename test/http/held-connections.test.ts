import { beforeAll, expect, test } from 'vitest';
import { ask, createToken, serveForFile } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';
import { head, openWire, type Wire } from '../support/raw-http.ts';

const MOST = 16;
const server = serveForFile(() => ({ env: { TOOLGATE_LIMITS_CONNECTIONS: String(MOST) } }));

let greedy = '';
let other = '';
let person = '';
beforeAll(async () => {
  greedy = await createToken(server(), 'greedy');
  other = await createToken(server(), 'other');
  person = await createToken(server(), 'person', '--scope', 'approvals:decide');
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const post = (headers: Record<string, string>, start = '{'): string =>
  head('POST /mcp HTTP/1.1', { Host: 'localhost', 'Content-Type': 'application/json', ...headers }) + start;

function call(token: string, name: string, args: object, headers: Record<string, string> = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, _meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return post(
    {
      ...{ ...headers, ...bearer(token), 'Content-Length': String(body.length) },
      Accept: 'application/json, text/event-stream',
      ...{ 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    },
    body,
  );
}

const ATTACKS = {
  'requests of one token that never end': () => post({ ...bearer(greedy), 'Content-Length': '100' }),
  'requests without a token that never end': () => post({ 'Content-Length': '100' }),
  'headers that never end': () => 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'nothing at all': () => '',
  'long calls of one token': () => call(greedy, 'slow_compute', { seconds: 60, label: 'pi' }),
};

/** On a connection of its own, as somebody who just comes. */
const fresh = async (bytes: string): Promise<string> => {
  const wire = openWire(server());
  wire.write(bytes);
  return (await wire.closed).slice(0, 12);
};
const LAST = { Host: 'localhost', Connection: 'close' };
const reached = async () => [
  await fresh(call(other, 'list_directory', { path: '.' }, LAST)),
  await fresh(head('GET / HTTP/1.1', LAST)),
  await fresh(head('GET /api/approvals HTTP/1.1', { ...LAST, ...bearer(person) })),
];

/** A connection that showed a token before: what the server answers on it comes after what others sent before. */
async function openKnown() {
  const wire = openWire(server());
  const answered = () => wire.received().split('HTTP/1.1 ').length;
  const send = async (bytes: string) => {
    const before = answered();
    wire.write(bytes);
    await until('an answer', () => answered() > before);
  };
  await send(call(other, 'list_directory', { path: '.' }));
  const once = () => send(head('GET /health HTTP/1.1', { Host: 'localhost' }));
  // The first may be answered in the turn in which a connection is accepted, before it is read.
  return { roundTrip: () => once().then(once) };
}

const ALL = ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200'];

test.each(Object.entries(ATTACKS))(
  'who holds every connection with %s keeps nobody out',
  async (_, bytes) => {
    expect(await reached()).toEqual(ALL);
    const answer = callTool(server(), 'slow_compute', { seconds: 2, label: 'pi' }, { token: other });
    const isCalled = async () => (await ask(server(), { path: '/health' })).json;
    await expect.poll(isCalled).toMatchObject({ inFlight: 1 });
    const known = await openKnown();
    const held: Wire[] = [];
    for (let i = 0; i < 2 * MOST; i++) {
      const wire = openWire(server());
      wire.write(bytes());
      held.push(wire);
      await known.roundTrip();
    }
    expect(await reached()).toEqual(ALL);
    expect(await reached()).toEqual(ALL);
    // What was under way for others goes on.
    expect((await answer).answer?.result?.content).toEqual([{ type: 'text', text: 'Computed pi in 2 s' }]);
    for (const wire of held) wire.destroy();
    await Promise.all(held.map(({ closed }) => closed));
  },
);

test('a large body that never ends holds up no large body of another token', async () => {
  const stuck = Array.from({ length: 5 }, () => openWire(server()));
  for (const wire of stuck) {
    wire.write(post({ ...bearer(greedy), 'Content-Length': '12000000' }));
    wire.write(Buffer.alloc(11_000_000, 0x20));
  }
  const path = 'x'.repeat(10_000_000);
  // Several times: the first may come before those that are stuck.
  for (let i = 0; i < 4; i++) {
    const { status } = await callTool(server(), 'list_directory', { path }, { token: other });
    expect(status).toBe(200);
  }
}, 20_000);
