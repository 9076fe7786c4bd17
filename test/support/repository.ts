import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ApprovalCard } from '../../src/core/approval/approval.ts';
import type { Answer } from '../../src/core/call/call.ts';
import { createTestHost, type TestHost } from './host.ts';

export interface TestRepository {
  readonly path: string;
  /** Runs git itself, as a person would. */
  git(...args: readonly string[]): string;
  write(file: string, content: string): void;
  /** Writes the files, stages everything and commits; answers the hash. */
  commit(message: string, files?: Readonly<Record<string, string>>): string;
}

/** A repository with an identity and a branch `main`, so that no user's configuration matters. */
export function createRepository(path: string, ...init: readonly string[]): TestRepository {
  mkdirSync(path, { recursive: true });
  const repository = openRepository(path);
  repository.git('init', '--quiet', '--initial-branch=main', ...init);
  repository.git('config', 'user.name', 'Ada');
  repository.git('config', 'user.email', 'ada@example.com');
  return repository;
}

export function openRepository(path: string): TestRepository {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  };
  return {
    path,
    git,
    write,
    commit: (message, files = {}) => {
      for (const [file, content] of Object.entries(files)) write(file, content);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', `--message=${message}`);
      return git('rev-parse', 'HEAD');
    },
  };
}

/** A host whose root is a repository. */
export function createGitHost(): TestHost & { readonly repository: TestRepository } {
  const host = createTestHost();
  return { ...host, repository: createRepository(host.root) };
}

/** The answer alone of calls that a person allows. */
export const callAsAllowed =
  (host: TestHost) =>
  async (tool: string, args?: unknown): Promise<Answer> =>
    (await callAllowed(host, tool, args)).answer;

/** Calls a tool; where a person is asked, says yes and calls again. What is refused at once is the answer. */
export async function callAllowed(
  { host, call }: TestHost,
  tool: string,
  args?: unknown,
): Promise<{ readonly answer: Answer; readonly card: ApprovalCard | undefined }> {
  const first = await call(tool, args);
  const [id] = (first.kind === 'result' && !first.ok && /[0-9a-f-]{36}/.exec(first.error.hint ?? '')) || [];
  const asked = id === undefined ? undefined : host.approvals.get(id);
  if (!asked) return { answer: first, card: undefined };
  host.approvals.decide(asked.id, { verdict: 'approve', scope: 'once', by: 'test', via: 'terminal' });
  return { answer: await call(tool, args), card: asked.card };
}

/** The code of a call that must have failed. */
export const codeOf = (answer: Answer): string =>
  answer.kind === 'result' && !answer.ok ? answer.error.code : `no error: ${JSON.stringify(answer)}`;

export const messageOf = (answer: Answer): string =>
  answer.kind === 'result' && !answer.ok ? answer.error.message : `no error: ${JSON.stringify(answer)}`;
