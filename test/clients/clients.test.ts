import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hostPid, until } from '../support/program.ts';
import { REAL_CLIENTS } from './real-clients.ts';
import { startClient } from './start-client.ts';

const LIMIT_MS = 300_000;

for (const client of REAL_CLIENTS) {
  const { name, shell, write, off, hookFile } = client;

  test(
    `${name}: what looks runs, what wipes is refused with its reason, though it is told to ask nobody`,
    async () => {
      const { results, project, home, recorded } = await startClient(client, {
        steps: () => [shell('ls'), shell('rm -rf ~')],
      });
      writeFileSync(join(project, 'a.txt'), 'x');
      const [listed, wiped] = await results();
      expect(listed).toContain('a.txt');
      expect(wiped).toContain('Toolgate CRITICAL');
      expect(wiped).toContain('would be wiped');
      expect(existsSync(home)).toBe(true);
      expect((await recorded()).map(({ kind }) => kind)).toEqual(['intent', 'outcome', 'refusal']);
    },
    LIMIT_MS,
  );

  test(
    `${name}: a write waits for a person, and their answer in the terminal counts`,
    async () => {
      const { results, approve, project } = await startClient(client, {
        steps: (at) => [write(join(at, 'made.txt'), 'made'), shell('ls')],
      });
      await approve();
      const [written, listed] = await results();
      expect(listed, written).toContain('made.txt');
      expect(existsSync(join(project, 'made.txt'))).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    `${name}: a person's no reaches the model, and nothing was written`,
    async () => {
      const { results, openQuestion, project, run } = await startClient(client, {
        steps: (at) => [write(join(at, 'made.txt'), 'made')],
      });
      await run(['approvals', 'deny', await openQuestion(120_000), '--feedback', 'not on a Tuesday']);
      const [refused] = await results();
      expect(refused).toContain('not on a Tuesday');
      expect(existsSync(join(project, 'made.txt'))).toBe(false);
    },
    LIMIT_MS,
  );

  test(
    `${name}: when the host is killed while the hook waits, the call does not run`,
    async () => {
      const { results, openQuestion, dataDir, project } = await startClient(client, {
        steps: () => [shell('touch made')],
      });
      await openQuestion(120_000);
      process.kill(await until('the host', () => hostPid(dataDir)), 'SIGKILL');
      const [refused] = await results();
      expect(refused).toContain('Toolgate');
      expect(existsSync(join(project, 'made'))).toBe(false);
    },
    LIMIT_MS,
  );

  test(
    `${name}: an agent that tries to switch its hook off, with any tool, keeps it`,
    async () => {
      const { results, project, run } = await startClient(client, {
        steps: (at) => [
          write(join(at, off.path), off.content),
          shell(`mkdir -p ${dirname(off.path)} && printf '%s' '${off.content}' > ${off.path}`),
          shell(`rm -f ~/${hookFile}`),
          shell('rm -rf ~'),
        ],
      });
      const [written, printed, removed, wiped] = await results();
      for (const refused of [written, printed, removed]) expect(refused).toContain('Toolgate');
      expect(wiped).toContain('would be wiped');
      expect(existsSync(join(project, off.path))).toBe(false);
      expect(await run(['hooks', 'status', name])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^installed/),
      });
    },
    LIMIT_MS,
  );
}
