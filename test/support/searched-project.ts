import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ripgrepPath } from '../../src/engines/search/ripgrep-path.ts';
import { createHooked } from './hooked-host.ts';

/** What no search may print unasked. */
export const SECRET = 'hunter2-in-the-file';
const SECRET_FILES = [
  'prod.env',
  'config/secrets.yml',
  'deploy/id_rsa',
  'certs/server.pem',
  'build/credentials.json',
];

/** A project as many are: secrets beside what is searched all day, and some that git ignores. */
export function createProject({ isSecret = true } = {}) {
  const hooked = createHooked({
    limits: { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 },
  });
  const { root, ask, host } = hooked;
  execFileSync('git', ['init', '-q'], { cwd: root });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('src/a.ts', 'const KEY = 1;\n');
  put('src/deep/b.ts', 'KEY\n');
  put('README.md', 'about KEY\n');
  put('config/app.yml', 'KEY: 1\n');
  put('.gitignore', 'build/\n.env\n');
  if (isSecret) for (const path of [...SECRET_FILES, '.env']) put(path, `KEY=${SECRET}\n`);
  const judge = async (tool: string, input: Record<string, unknown>) => {
    const answer = await ask(tool, input);
    for (const { id } of host.approvals.list('pending')) {
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
      // It is told of the answer, so the next call like this one asks anew.
      await host.approvals.wait(id, 0, AbortSignal.timeout(0));
    }
    return answer;
  };
  // As the agent would run it, with nothing in front.
  const PATH = `${dirname(ripgrepPath())}:${process.env.PATH}`;
  const printed = (command: string): string =>
    spawnSync('bash', ['-c', command], {
      cwd: root,
      env: { ...process.env, PATH },
      input: '',
      timeout: 20_000,
    }).stdout.toString('latin1');
  return { ...hooked, put, judge, printed };
}
