import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { ask, startServe, toolgate } from '../support/http.ts';
import { BIN } from '../support/program.ts';

const EXPLAINED: readonly (readonly [readonly string[], number, RegExp])[] = [
  [['rm -rf .'], 3, /^ask \(risk CRITICAL\)/],
  [['ls'], 0, /^allow \(risk SAFE\)/],
  [['.'], 0, /^allow \(risk SAFE\)/],
  [['.env', '--access', 'write'], 3, /^ask \(risk/],
  [['/etc/shadow'], 3, /^deny .*\n.*\n.*OUTSIDE_ROOT|^deny/],
  [['http://169.254.169.254/latest/'], 3, /^deny/],
  [['read_file', '{"path": "a.txt"}'], 0, /^allow \(risk SAFE\)/],
  [['list_approvals'], 0, /^allow/],
];

for (const [words, code, says] of EXPLAINED) {
  test(`toolgate explain ${words.join(' ')} answers what the gate would decide`, async () => {
    const ended = await makeHome().run(['explain', ...words]);
    expect(ended.stdout).toMatch(says);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr: '' });
  });
}

test('explain takes a slip of a tool for a tool', async () => {
  const { code, stderr } = await makeHome().run(['explain', 'raed_file']);
  expect([code, stderr]).toEqual([2, 'toolgate: There is no tool "raed_file". Did you mean "read_file"?\n']);
});

/** As before `npm link`. */
const NOT_INSTALLED = {
  env: {
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.endsWith('/.cache/installed'))
      .join(delimiter),
    TOOLGATE_APPROVALS_WAIT_MS: '50',
  },
};

test('until it is installed, every message names the program by where it lies', async () => {
  const home = makeHome();
  const help = await home.run(['help'], NOT_INSTALLED);
  expect(help.stdout).toContain(`claude mcp add toolgate -- ${BIN} stdio`);
  expect(help.stdout).toContain(`The command toolgate is not installed yet: type ${BIN}, or run npm link`);
  const wrong = await home.run(['cal'], NOT_INSTALLED);
  expect(wrong.stderr).toContain(`${BIN} --help lists them.`);
  const asked = await home.run(['call', 'write_file', '{"path": "a.txt", "content": "x"}'], NOT_INSTALLED);
  expect(asked.stdout).toContain(`A person decides with: ${BIN} approvals approve `);
  expect((await home.run(['tokens'], NOT_INSTALLED)).stdout).toContain(`${BIN} tokens create NAME`);
  expect((await home.run(['stdio', 'x'], NOT_INSTALLED)).stderr).toContain(`${BIN} help stdio`);
});

test('serve says which directories are open, and how to open one where none is', async () => {
  const closed = await startServe({ args: [], hasRoot: false });
  expect(closed.stderr()).toMatch(
    /^No directory is open to agents\. Open one with --root DIR, or for good with: toolgate projects add DIR$/m,
  );
  await closed.stop();
  const open = await startServe({ args: [] });
  expect(open.stderr()).toContain(`\nOpen to agents over HTTP: ${open.root}\n`);
  expect(open.stderr()).toContain('toolgate approvals --watch');
});

test('a browser at / gets a small page in words, without any power', async () => {
  const serve = await startServe({ args: [] });
  const page = await ask(serve, { path: '/', headers: { host: `localhost:${serve.port}` } });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toMatch(/Toolgate .* is running.*\/mcp.*toolgate approvals --watch/s);
  const asked = await ask(serve, {
    path: '/?approval=%3Cb%3E',
    headers: { host: `localhost:${serve.port}` },
  });
  expect(asked.text).not.toContain('<b>');
  const named = await ask(serve, { path: '/?approval=abc-1', headers: { host: `localhost:${serve.port}` } });
  expect(named.text).toContain('toolgate approvals show abc-1');
  expect(await toolgate(serve, 'tokens', 'list')).toContain('first');
});
