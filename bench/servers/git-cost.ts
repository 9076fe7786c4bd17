// Measures, in one process, git itself, git as the engine runs it, and the tools through the gate. Prints JSON: what a call cost in each
// round, by case. Arguments: data directory, directory for the repositories, rounds, calls a round.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { createGit } from '../../src/engines/git/git.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost } from '../../src/host/create-host.ts';
import { plainCut } from '../../test/support/plain-cut.ts';
import { callTool } from '../harness/call-tool.ts';
import { inRounds } from '../harness/in-rounds.ts';

const [dataDir = '', directory = '', rounds = '1', calls = '1'] = process.argv.slice(2);
const WARM_UP_ROUNDS = 1;
const MS_PER_TICK = 10;
const DIRECTORIES = 40;
const FILES_EACH = 100;
const run = promisify(execFile);

const plain = createRepository('plain');
// It names a program for a read, so that git runs in the sandbox, too.
const armed = createRepository('armed');
git(armed, 'config', 'filter.own.clean', 'cat');

const config = configSchema.parse({ packs: ['git'] });
const log = createLog({ level: 'silent', format: 'json', write: () => {} });
const host = createHost({ config, dataDir, log, env: {} });
const caller = callerWith(config, 'stdio', { cwd: directory }, 'bench');
const call = callTool(host, caller);

const engine = createGit({
  reach: { hidden: [dataDir], readOnly: [], home: homedir() },
  isSecret: () => false,
})({
  caller,
  signal: new AbortController().signal,
  sandbox: 'closed',
  cut: plainCut,
});

const bare = (repository: string, ...args: readonly string[]) =>
  cost(() => run('git', args, { cwd: repository }));
const ours = (tool: string, args: object) => cost(() => call(tool, args));
const contenders = {
  'status, git': () => bare(plain, 'status', '--porcelain=v2', '--branch'),
  'status, engine': () => cost(() => engine.status(plain)),
  'status, gate': () => ours('get_git_status', { projectPath: plain }),
  'log, git': () => bare(plain, 'log', '--max-count=10'),
  'log, engine': () => cost(() => engine.log(plain, { maxCount: 10 })),
  'log, gate': () => ours('git_log', { repositoryPath: plain }),
  'diff, git': () => bare(plain, 'diff'),
  'diff, engine': () => cost(() => engine.diff(plain, { staged: false, maxBytes: 40_000 })),
  'diff, gate': () => ours('git_diff', { repositoryPath: plain }),
  'armed, git': () => bare(armed, 'status', '--porcelain=v2', '--branch'),
  'armed, engine': () => cost(() => engine.status(armed)),
  'armed, gate': () => ours('get_git_status', { projectPath: armed }),
};
await inRounds(WARM_UP_ROUNDS, contenders);
console.log(JSON.stringify(await inRounds(Number(rounds), contenders)));
await host.close();

async function cost(act: () => Promise<unknown>): Promise<{ cpuMs: number; clockMs: number[] }> {
  const before = cpuMs();
  const clockMs: number[] = [];
  for (let i = 0; i < Number(calls); i++) {
    const startedAt = performance.now();
    await act();
    clockMs.push(performance.now() - startedAt);
  }
  return { cpuMs: (cpuMs() - before) / Number(calls), clockMs };
}

/** Of this process and of all children that have ended. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 1000 + ((childUser ?? 0) + (childSystem ?? 0)) * MS_PER_TICK;
}

function git(repository: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
}

/** Thousands of files, a little history, a handful of changes. */
function createRepository(name: string): string {
  const repository = join(directory, name);
  for (let i = 0; i < DIRECTORIES; i++) {
    mkdirSync(join(repository, `folder-${i}`), { recursive: true });
    for (let j = 0; j < FILES_EACH; j++)
      writeFileSync(join(repository, `folder-${i}/file-${j}.txt`), `${`line of ${i} ${j}\n`.repeat(40)}`);
  }
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'config', 'user.name', 'Ada');
  git(repository, 'config', 'user.email', 'ada@example.com');
  git(repository, 'add', '--all');
  for (let i = 0; i < 20; i++) git(repository, 'commit', '--quiet', '--allow-empty', `--message=Commit ${i}`);
  for (let i = 0; i < 5; i++) writeFileSync(join(repository, `folder-${i}/file-1.txt`), 'changed\n');
  return repository;
}
