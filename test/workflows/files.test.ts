import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { runAtTerminal } from '../support/terminal.ts';

const RELEASE = `# Comments are for people; the document is what counts.
name: Release
description: "Text: with a colon, 'quotes' and\\n a second line"
inputs:
  properties:
    zone: { type: string }
    count: { type: integer }
env: { ZONE: "{{inputs.zone}}", B: "007", A: "yes" }
schedule: { cron: "5 4 * * 1", timeZone: Europe/Berlin }
steps:
  - id: build
    command: |
      printf '%s\\n' "$ZONE"
      echo 'äöü'
    retry: { attempts: 3, backoffMs: 10 }
    outputs: { version: { pattern: "v(.*)" } }
  - id: ask
    needs: [build]
    when: inputs.count == 2
    approval: "Ship {{steps.build.outputs.version}}?"
  - id: list
    needs: [ask]
    tool: list_directory
    args: { path: . }
    continueOnError: true
outputs: { version: "{{steps.build.outputs.version}}" }
`;

const withoutQuestions = (): Home => {
  const home = makeHome();
  home.writeConfig({ permissionLevel: 'full_access' });
  return home;
};

const idIn = ({ stdout }: { stdout: string }): string => /wf_\w+/.exec(stdout)?.[0] ?? '';

test('a workflow goes from one Toolgate to another and back without a change of a byte', async () => {
  const [one, other] = [withoutQuestions(), withoutQuestions()];
  writeFileSync(join(one.project, 'release.yml'), RELEASE);
  const imported = await one.run(['workflows', 'import', 'release.yml']);
  expect(imported).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Imported "Release" as wf_\w+\.\n$/),
  });
  const printed = await one.run(['workflows', 'export', 'Release']);
  const wrote = await one.run(['workflows', 'export', idIn(imported), 'out/release.yml']);
  expect(wrote).toMatchObject({ code: 0, stdout: `Wrote ${idIn(imported)} to out/release.yml.\n` });
  expect(readFileSync(join(one.project, 'out/release.yml'), 'utf8')).toBe(printed.stdout);
  expect(printed.stdout).toContain('Europe/Berlin');

  writeFileSync(join(other.project, 'release.yml'), printed.stdout);
  expect((await other.run(['workflows', 'import', 'release.yml'])).code).toBe(0);
  expect((await other.run(['workflows', 'export', 'Release'])).stdout).toBe(printed.stdout);
}, 60_000);

test('nothing is overwritten or doubled by accident', async () => {
  const home = withoutQuestions();
  const file = join(home.project, 'release.yml');
  writeFileSync(file, RELEASE);
  const id = idIn(await home.run(['workflows', 'import', 'release.yml']));
  const kept = await home.run(['workflows', 'export', 'Release', 'release.yml']);
  expect(kept).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('release.yml exists already; --force'),
  });
  expect(readFileSync(file, 'utf8')).toBe(RELEASE);
  const twin = await home.run(['workflows', 'import', 'release.yml']);
  expect(twin).toMatchObject({ code: 2, stderr: expect.stringContaining(`--replace ${id}`) });

  writeFileSync(file, 'name: Release\nsteps:\n  - id: only\n    command: echo only\n');
  const replaced = await home.run(['workflows', 'import', 'release.yml', '--replace', id]);
  expect(replaced).toMatchObject({ code: 0, stdout: `Replaced "Release" as ${id}.\n` });
  expect((await home.run(['workflows', 'export', id, 'release.yml', '--force'])).code).toBe(0);
  const after = readFileSync(file, 'utf8');
  expect(after).toContain('echo only');
  expect(after).not.toContain('Europe/Berlin');
  expect(JSON.parse((await home.run(['workflows', 'list', '--json'])).stdout)).toHaveLength(1);
  const none = await home.run(['workflows', 'export', 'Relaese', 'none.yml']);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no workflow "Relaese"') });
  expect(existsSync(join(home.project, 'none.yml'))).toBe(false);
}, 60_000);

test('a wrong file is refused with line and field, and nothing is kept', async () => {
  const home = withoutQuestions();
  writeFileSync(
    join(home.project, 'wrong.yml'),
    'name: Wrong\nsteps:\n  - id: a\n    needs: [b]\n    command: echo a\n  - id: c\n    comand: echo c\n',
  );
  for (const verb of ['validate', 'import'])
    expect(await home.run(['workflows', verb, 'wrong.yml'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^wrong\.yml:7: steps\[1\]\.comand: there is no field "comand" \(did you mean "command"\?\)$/m,
      ),
    });
  writeFileSync(
    join(home.project, 'needs.yml'),
    'name: N\nsteps:\n  - id: a\n    needs: [b]\n    command: echo a\n',
  );
  const needs = await home.run(['workflows', 'import', 'needs.yml']);
  expect(needs).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^needs\.yml:4: steps\[0\]\.needs.*"b"/),
  });
  const missing = await home.run(['workflows', 'import', 'missing.yml']);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('missing.yml cannot be read') });
  expect((await home.run(['workflows', 'list'])).stdout).toBe('There are no workflows.\n');
}, 60_000);

test('an import is asked about: on the terminal, or as a question that stays', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 20 } });
  writeFileSync(join(home.project, 'release.yml'), RELEASE);
  const asked = await home.run(['workflows', 'import', 'release.yml']);
  expect(asked).toMatchObject({ stdout: '', stderr: expect.stringMatching(/approvals approve \w+/) });
  expect(asked.code).not.toBe(0);
  expect((await home.run(['workflows', 'list'])).stdout).toBe('There are no workflows.\n');
  const id = /approvals approve (\w+)/.exec(asked.stderr)?.[1] ?? '';
  await home.run(['approvals', 'deny', id]);

  const denying = runAtTerminal(home, ['workflows', 'import', 'release.yml']);
  await denying.see(/create_workflow[\s\S]*\[n\] Deny/);
  denying.type('n');
  await denying.see(/was not imported: a person denied it|A person did not allow create_workflow/);
  expect(await denying.exit).not.toBe(0);
  expect((await home.run(['workflows', 'list'])).stdout).toBe('There are no workflows.\n');

  const allowing = runAtTerminal(home, ['workflows', 'import', 'release.yml']);
  await allowing.see(/create_workflow[\s\S]*\[y\] Allow once/);
  allowing.type('y');
  await allowing.see(/Imported "Release" as wf_/);
  expect(await allowing.exit).toBe(0);
}, 60_000);
