import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createHookHome, ended } from '../support/hooks.ts';
import { BIN } from '../support/program.ts';
import { CLIENT_PATH, type RealClient } from './real-clients.ts';
import { type Step, startModel } from './scripted-model.ts';

interface Setup {
  readonly steps: (project: string) => readonly Step[];
  /** What installs Toolgate there; a person agreed. */
  readonly install?: readonly string[];
  /** Another machine, as far as a process sees one. */
  readonly machine?: (home: string) => { inside(...words: readonly string[]): [string, ...string[]] };
  /** What lies in the project before the client starts. */
  readonly present?: { readonly path: string; readonly content: string };
}

/** A real client with Toolgate set up, in the mode in which it asks nobody, in the middle of what the model wants. */
export async function startClient(client: RealClient, { steps, install, machine, present }: Setup) {
  const place = createHookHome();
  const { home, project } = place;
  const wanted = steps(project);
  const model = await startModel(wanted);
  onTestFinished(model.close);
  client.prepare(home, project, model.port);
  const { inside = (...words: readonly string[]) => words as [string, ...string[]] } = machine?.(home) ?? {};
  const base = { PATH: CLIENT_PATH, HOME: home };
  const run = (words: readonly string[], input?: string) => {
    const [command, ...rest] = inside(process.execPath, BIN, ...words);
    return ended(spawn(command, rest, { cwd: project, env: base }), input);
  };
  if (present) {
    mkdirSync(dirname(join(project, present.path)), { recursive: true });
    writeFileSync(join(project, present.path), present.content);
  }
  expect(await run(install ?? ['hooks', 'install', client.name, '--yes'])).toMatchObject({ code: 0 });
  const { program, args, env } = client.start(home, model.port);
  const [command, ...rest] = inside(program, ...args);
  const child = spawn(command, rest, {
    cwd: project,
    env: { ...base, TERM: 'dumb', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const finished = ended(child);
  return {
    ...place,
    run,
    /** What the model was told after its last call. */
    results: async (): Promise<readonly string[]> => {
      const { stdout, stderr } = await finished;
      const results = model.results().map(({ text }) => text);
      if (results.length < wanted.length)
        throw new Error(
          `${results.length} results of ${wanted.length}: ${results.join('\n')}\n${stdout}\n${stderr}`.slice(
            0,
            4000,
          ),
        );
      return results;
    },
    approve: async () => run(['approvals', 'approve', await place.openQuestion(120_000)]),
    /** What the record has of this client, oldest first. */
    recorded: async () => {
      const { stdout } = await run(['audit', 'query', '--client', client.name, '--json']);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { kind: string; body: Record<string, unknown> });
    },
  };
}
