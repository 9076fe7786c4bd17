import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { runAtTerminal } from '../support/terminal.ts';

const RELEASE = `
name: Release
description: Builds and publishes.
steps:
  - id: build
    command: echo built
  - id: ask
    approval: Publish it?
  - id: publish
    command: touch published
`;

const homeWithWorkflow = () => {
  const home = makeHome();
  mkdirSync(join(home.project, '.toolgate/workflows'), { recursive: true });
  writeFileSync(join(home.project, '.toolgate/workflows/release.yml'), RELEASE);
  return home;
};

test('who runs a workflow at a terminal is asked there what it asks, by its name', async () => {
  const home = homeWithWorkflow();
  const terminal = runAtTerminal(home, ['workflows', 'run', 'Release']);
  await terminal.see(/Release: the workflow says: "Builds and publishes\."[\s\S]*\[y\] Allow once/);
  terminal.type('y');
  await terminal.see(/waits for a person: Publish it\?/);
  await terminal.see(/Go on with a workflow[\s\S]*Publish it\?[\s\S]*\[y\] Allow once/);
  expect(existsSync(join(home.project, 'published'))).toBe(false);
  terminal.type('y');
  expect(await terminal.exit).toBe(0);
  expect(existsSync(join(home.project, 'published'))).toBe(true);
}, 60_000);

test('a question that is left stays open, and the run goes on when it is answered elsewhere', async () => {
  const home = homeWithWorkflow();
  const terminal = runAtTerminal(home, ['workflows', 'run', 'Release']);
  await terminal.see(/\[y\] Allow once/);
  terminal.type('y');
  await terminal.see(/Go on with a workflow[\s\S]*\[l\] Later/);
  terminal.type('l');
  const text = await terminal.see(/stays open: toolgate approvals approve \w+/);
  const [, id = ''] = /stays open: toolgate approvals approve (\w+)/.exec(text) ?? [];
  expect((await home.run(['approvals', 'approve', id])).code).toBe(0);
  expect(await terminal.exit).toBe(0);
}, 60_000);

test('without a terminal the words are for a person', async () => {
  const home = homeWithWorkflow();
  home.writeConfig({ approvals: { waitMs: 50 } });
  const { code, stderr } = await home.run(['workflows', 'run', 'Release']);
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/not started.*approvals approve \w{8}, and run it again/s),
  ]);
}, 60_000);

test('the id of a run is printed first, and Ctrl-C says that it goes on', async () => {
  const home = homeWithWorkflow();
  const terminal = runAtTerminal(home, ['workflows', 'run', 'Release']);
  await terminal.see(/\[y\] Allow once/);
  terminal.type('y');
  const text = await terminal.see(/Run exec_\w+; Ctrl-C leaves it running/);
  const [, run = ''] = /Run (exec_\w+);/.exec(text) ?? [];
  // With its first card open, a key is for the card.
  await terminal.see(/Go on with a workflow[\s\S]*\[l\] Later/);
  terminal.type('l');
  await terminal.see(/stays open/);
  terminal.type('\u0003');
  await terminal.see(
    new RegExp(`${run} goes on\\. Watch it: .*logs ${run} --follow; end it: .*cancel ${run}`),
  );
  expect(await terminal.exit).toBe(130);
  const { stdout } = await home.run(['workflows', 'cancel', run]);
  expect(stdout).toMatch(/cancelled/);
}, 60_000);
