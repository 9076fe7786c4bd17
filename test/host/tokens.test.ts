import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expireToken } from '../support/expire-token.ts';
import { makeHome } from '../support/home.ts';
import { connectHttpAgent, serveOn } from '../support/http-agent.ts';

const SECRET = /^(tg_[\w-]{43})\n/;

const bytesOf = (directory: string): string =>
  readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

test('a token is shown once; the data directory holds its hash and never the secret', async () => {
  const home = makeHome();
  const { code, stdout, stderr } = await home.run(['tokens', 'create', 'ci-agent']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(SECRET);
  expect(stdout).toContain('shown only once');
  const secret = SECRET.exec(stdout)?.[1] ?? '-';
  const held = bytesOf(home.dataDir);
  expect(held).toContain('ci-agent');
  expect(held).not.toContain(secret);
  expect(held).not.toContain(secret.slice(3));
  expect((await home.run(['tokens', 'list', '--json'])).stdout).not.toContain(secret.slice(3));
});

test('a token opens /mcp until it is revoked', async () => {
  const home = makeHome();
  const served = await serveOn(home.dataDir);
  const { stdout } = await home.run(['tokens', 'create', 'second', '--expires-in', '12h']);
  const secret = SECRET.exec(stdout)?.[1] ?? '';
  const client = await connectHttpAgent(served, secret);
  const call = () => client.callTool({ name: 'greet', arguments: { name: 'you' } });
  expect((await call()).content).toEqual([{ type: 'text', text: 'Hello, you!' }]);
  expect((await home.run(['tokens', 'revoke', 'second'])).stdout).toBe('Revoked second.\n');
  await expect(call()).rejects.toThrow();
  await expect(connectHttpAgent(served, secret)).rejects.toThrow();
  const listed = (await home.run(['tokens', 'list'])).stdout.trim().split('\n');
  expect(listed).toEqual([
    expect.stringMatching(/^first +tools:call +valid /),
    expect.stringMatching(/^second +tools:call +revoked \d{4}-/),
  ]);
});

test('the name of a revoked token is not given again, and the refusal says why', async () => {
  // The record knows a caller by the name of its token: a second one of that name would be taken for the first.
  const home = makeHome();
  await home.run(['tokens', 'create', 'agent']);
  await home.run(['tokens', 'revoke', 'agent']);
  const { code, stdout, stderr } = await home.run(['tokens', 'create', 'agent']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^toolgate: .*"agent".*revoked/);
});

const WRONG_USE: readonly (readonly [readonly string[], string])[] = [
  [['create'], 'NAME is missing: toolgate tokens create NAME. toolgate help tokens shows more.'],
  [
    ['create', 'a', '--scope', 'all'],
    'There is no scope "all"; there are tools:call, approvals:decide, admin, metrics:read.',
  ],
  [['create', 'a', '--expires-in', '3'], '--expires-in is "3"; write it like 12h or 30d.'],
  [['create', 'a', '--expires-in', '0d'], '--expires-in is "0d", which is over at once.'],
  [['create', 'a', '--expires-in', '99999999999d'], '--expires-in is "99999999999d"; the longest is 36500d.'],
  [['revoke', 'nobody'], 'There is no token "nobody". toolgate tokens list shows them.'],
];

for (const [args, says] of WRONG_USE) {
  test(`toolgate tokens ${args.join(' ')} is refused in words`, async () => {
    const expected = { code: 2, stdout: '', stderr: `toolgate: ${says}\n` };
    expect(await makeHome().run(['tokens', ...args])).toEqual(expected);
  });
}

test('a token whose time is over is listed as expired', async () => {
  const home = makeHome();
  for (const name of ['past', 'coming'])
    expect((await home.run(['tokens', 'create', name, '--expires-in', '1h'])).code).toBe(0);
  expireToken(home, 'past');
  const listed = (await home.run(['tokens', 'list'])).stdout.trim().split('\n');
  expect(listed).toEqual([
    expect.stringMatching(/^past +tools:call +expired 2020-01-01T/),
    expect.stringMatching(/^coming +tools:call +expires \d{4}-/),
  ]);
});

test('a second token of the same name, and one without a name, are refused', async () => {
  const home = makeHome();
  expect((await home.run(['tokens', 'list'])).stdout).toBe(
    'There are no tokens; toolgate tokens create NAME makes one.\n',
  );
  await home.run(['tokens', 'create', 'agent']);
  const twice = await home.run(['tokens', 'create', 'agent']);
  expect(twice.stderr).toMatch(/^toolgate: There is a token named "agent" already\./);
  const nameless = await home.run(['tokens', 'create', '']);
  expect([twice.code, nameless.code]).toEqual([2, 2]);
});
