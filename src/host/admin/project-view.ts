import * as z from 'zod';
import type { Answer } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import type { Host } from '../create-host.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const id = z.string().min(1).describe('The id of a registered project');
const data = z.record(z.string(), z.unknown());

export const showProject = defineAct({
  name: 'projects/show',
  about: 'A registered project: its scripts with their last runs, and what git says of it',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({ id }),
  output: z.object({
    path: z.string(),
    name: z.string(),
    scripts: z.array(
      z.object({
        name: z.string(),
        command: z.string(),
        runs: z.array(z.object({ at: z.string(), durationMs: z.number(), ok: z.boolean() })),
      }),
    ),
    git: z
      .object({ status: data, staged: data, log: data, worktrees: data })
      .nullable()
      .describe('null where it is not a repository'),
    problem: z.string().nullable().describe('Why git tells nothing'),
  }),
  run: async (host, input, { caller }) => {
    const { path, name } = projectNamed(host, input.id);
    const look = lookerAt(host, caller, path);
    const { scripts = [] } = await look('list_project_scripts', { projectPath: path }).catch(
      () => ({}) as { scripts?: { name: string; command: string }[] },
    );
    const runs = await lastRuns(host, path);
    const git = await readGit(look, path);
    return {
      path,
      name,
      scripts: (scripts as { name: string; command: string }[]).map((script) => ({
        ...script,
        runs: runs.filter((run) => run.script === script.name).slice(0, 5),
      })),
      ...git,
    };
  },
});

export const runProjectScript = defineAct({
  name: 'projects/run-script',
  about: 'Start a script of a project in the background; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ id, script: z.string().min(1) }),
  output: z.object({
    processId: z.string().nullable(),
    approvalId: z.string().nullable().describe('The question to answer first; then the same act again'),
  }),
  run: async (host, { id: project, script }, actor) => {
    const { path } = projectNamed(host, project);
    const args = { projectPath: path, scriptName: script, runInBackground: true };
    const here = { ...actor, caller: within(actor.caller, path) };
    const { data, approvalId } = await throughGate(host, 'run_npm_script', args, here);
    return { processId: typeof data?.processId === 'string' ? data.processId : null, approvalId };
  },
});

function projectNamed({ projects }: Host, wanted: string) {
  const found = projects.list().find((project) => project.id === wanted);
  if (!found) throw new ToolError('NOT_FOUND', `There is no project "${wanted}"`);
  return found;
}

const within = (caller: Caller, path: string): Caller => ({ ...caller, cwd: path, roots: [path] });

type Look = (tool: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Reads through the gate, like everybody. */
const lookerAt =
  (host: Host, caller: Caller, path: string): Look =>
  async (tool, args) =>
    dataOf(await host.call({ tool, args, caller: within(caller, path) }));

function dataOf(answer: Answer): Record<string, unknown> {
  if (answer.kind !== 'result') throw new ToolError('UNAVAILABLE', 'The call waits for something else');
  if (!answer.ok) throw answer.error;
  return answer.data;
}

async function readGit(look: Look, path: string) {
  try {
    const [status, staged, log, worktrees] = await Promise.all([
      look('get_git_status', { projectPath: path }),
      look('get_staged_diff', { projectPath: path }),
      look('git_log', { repositoryPath: path, maxCount: 20 }).catch(() => ({ commits: [] })),
      look('list_worktrees', { projectPath: path }),
    ]);
    return { git: { status, staged, log, worktrees }, problem: null };
  } catch (error) {
    return { git: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

const RUNNERS = ['run_script', 'run_npm_script'];

/** What the record knows of the scripts that ran here. */
async function lastRuns({ auditReader }: Host, path: string) {
  const found = await Promise.all(RUNNERS.map((tool) => auditReader.query({ tool, limit: 200 })));
  return found
    .flat()
    .filter(({ kind }) => kind === 'outcome')
    .sort((a, b) => b.seq - a.seq)
    .flatMap(({ ts, body }) => {
      const { scriptName, projectPath } = (body.args ?? {}) as Record<string, unknown>;
      if (projectPath !== path || typeof scriptName !== 'string') return [];
      return [{ at: ts, script: scriptName, durationMs: Number(body.durationMs ?? 0), ok: body.ok === true }];
    });
}
