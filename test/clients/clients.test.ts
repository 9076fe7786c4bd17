import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createHookHome, ended } from '../support/hooks.ts';
import { hostPid, until } from '../support/program.ts';
import { REAL_CLIENTS, type RealClient } from './real-clients.ts';
import { type Step, startModel } from './scripted-model.ts';

const LIMIT_MS = 240_000;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The client with its hook installed, in the middle of what the model wants. */
async function startClient(client: RealClient, steps: (project: string) => readonly Step[]) {
  const place = createHookHome();
  const { home, project, run } = place;
  const wanted = steps(project);
  const model = await startModel(wanted);
  closing.push(model.close);
  client.prepare(home, project, model.port);
  expect(await run(['hooks', 'install', client.name])).toMatchObject({ code: 0 });
  const { program, args, env } = client.start(home, model.port);
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'dumb', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing.push(() => child.kill('SIGKILL'));
  const finished = ended(child);
  return {
    ...place,
    finished,
    /** What the model was told after its last call. */
    results: async (): Promise<readonly string[]> => {
      const { stdout, stderr } = await finished;
      const results = model.results().map(({ text }) => text);
      if (results.length < wanted.length)
        throw new Error(`${results.length} results of ${wanted.length}: ${stdout}\n${stderr}`.slice(0, 4000));
      return results;
    },
    approve: async () => run(['approvals', 'approve', await place.openQuestion(120_000)]),
  };
}

for (const client of REAL_CLIENTS) {
  const { name, shell, write, off } = client;

  test(
    `${name}: what looks runs, what wipes is refused with its reason, though nobody is asked there`,
    async () => {
      const { results, project, run, home } = await startClient(client, (at) => [
        shell('ls'),
        shell('rm -rf ~'),
        ...(off ? [write(join(at, off.path), off.content), shell('rm -rf ~')] : []),
      ]);
      writeFileSync(join(project, 'a.txt'), 'x');
      const [listed, wiped, switched, again] = await results();
      expect(listed).toContain('a.txt');
      expect(wiped).toContain('Toolgate CRITICAL');
      expect(wiped).toContain('would be wiped');
      if (off) {
        expect(switched).toContain('Toolgate');
        expect(existsSync(join(project, off.path))).toBe(false);
        expect(again).toContain('would be wiped');
      }
      expect(existsSync(home)).toBe(true);
      const { stdout } = await run(['audit', 'query', '--client', name, '--json']);
      const kinds = stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { kind: string }).kind);
      expect(kinds.slice(0, 3)).toEqual(['intent', 'outcome', 'refusal']);
    },
    LIMIT_MS,
  );

  test(
    `${name}: a write waits for a person, and their answer in the terminal counts`,
    async () => {
      const { results, approve, project } = await startClient(client, (at) => [
        write(join(at, 'made.txt'), 'made'),
        shell('ls'),
      ]);
      await approve();
      const [written, listed] = await results();
      expect(listed, written).toContain('made.txt');
      expect(existsSync(join(project, 'made.txt'))).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    `${name}: when the host is killed while the hook waits, the call does not run`,
    async () => {
      const { results, openQuestion, dataDir, project } = await startClient(client, () => [
        shell('touch made'),
      ]);
      await openQuestion(120_000);
      process.kill(await until('the host', () => hostPid(dataDir)), 'SIGKILL');
      const [refused] = await results();
      expect(refused).toContain('Toolgate');
      expect(existsSync(join(project, 'made'))).toBe(false);
    },
    LIMIT_MS,
  );
}
