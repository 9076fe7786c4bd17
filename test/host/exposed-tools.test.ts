import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';

test('a workflow that is offered as a tool is listed and explained like one', {
  timeout: 60_000,
}, async () => {
  const home = makeHome();
  home.writeConfig({ permissionLevel: 'full_access' });
  const steps = [{ stepId: 'say', command: 'echo hello > said.txt' }];
  await home.run(['call', 'create_workflow', JSON.stringify({ name: 'Greet people', steps })]);
  expect((await home.run(['workflows', 'expose', 'Greet people', '--as', 'greet_people'])).code).toBe(0);
  expect((await home.run(['tools'])).stdout).toMatch(/^ {2}greet_people +\w+ +Greet people$/m);
  expect(await home.run(['explain', 'greet_people'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^allow \(risk MEDIUM\)\n/),
  });
  home.writeConfig({ permissionLevel: 'read_only' });
  expect((await home.run(['explain', 'greet_people', '--mode', 'read_only'])).code).toBe(3);
});

test('a workflow that is not there is answered with the command that lists them', async () => {
  const home = makeHome();
  const { code, stderr } = await home.run(['workflows', 'run', 'nope']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/There is no workflow "nope"\. \S*toolgate\S* workflows list shows them\./),
  });
});

test('a wrong field in several steps is one fault, with the places and the right name', async () => {
  const home = makeHome();
  const steps = ['a', 'b', 'c'].map((stepId) => ({ stepId, comand: 'ls' }));
  const { stdout } = await home.run(['call', 'create_workflow', JSON.stringify({ name: 'x', steps })]);
  expect(stdout.split('\n')[0]).toBe(
    'VALIDATION: create_workflow: there is no "comand" in steps.0, steps.1, steps.2, did you mean "command"?',
  );
});
