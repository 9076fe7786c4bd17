import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REAL_CLIENTS } from './real-clients.ts';
import { startClient } from './start-client.ts';

const LIMIT_MS = 300_000;
const SECRET = 'hunter2-in-the-file';

for (const client of REAL_CLIENTS) {
  const { name, shell, search = (text, directory) => shell(`grep -rn ${text} ${directory}`) } = client;
  const fill = (project: string) => {
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src/a.ts'), 'const KEY = 1;\n');
    writeFileSync(join(project, 'prod.env'), `KEY=${SECRET}\n`);
    return project;
  };

  test(
    `${name}: its search prints a file with secrets where no hook stands`,
    async () => {
      const { results } = await startClient(client, {
        steps: (at) => [search('KEY', fill(at))],
        install: ['--version'],
      });
      expect((await results())[0]).toContain(SECRET);
    },
    LIMIT_MS,
  );

  test(
    `${name}: with its hook a person is asked first, in words that name the file; another search passes`,
    async () => {
      const { results, openQuestion, run } = await startClient(client, {
        steps: (at) => [search('KEY', join(fill(at), 'src')), search('KEY', at), shell('grep KEY')],
      });
      const id = await openQuestion(120_000);
      expect((await run(['approvals', '--json'])).stdout).toContain('prod.env');
      await run(['approvals', 'deny', id, '--feedback', 'look into src only']);
      const [found, refused, input] = await results();
      expect(found).toContain('const KEY');
      expect(refused).toContain('look into src only');
      for (const text of [found, refused, input]) expect(text).not.toContain(SECRET);
    },
    LIMIT_MS,
  );
}
