import { approvalIn } from '../core/approval/approval-refusal.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Services } from './services.ts';
import { resultOf } from './turn/call-outcome.ts';

const LONGEST = 12_000;
const GUIDES = ['AGENTS.md', 'CLAUDE.md'];

/** What is worth knowing of the project from the start, read with the conversation's own rights. */
export async function projectContext(services: Services, caller: Caller): Promise<string> {
  if (caller.cwd === undefined) return '';
  const read = (tool: string, args: Record<string, unknown>) => readWith(services, caller, tool, args);
  const [project, status, guide] = await Promise.all([
    read('get_project', { path: caller.cwd }),
    read('get_git_status', { path: caller.cwd }),
    firstOf(GUIDES, (path) => read('read_file', { path })),
  ]);
  return [
    ...(project === undefined ? [] : [`The project:\n${project.slice(0, 2000)}`]),
    ...(status === undefined ? [] : [`Git, when the conversation began:\n${status.slice(0, 2000)}`]),
    ...(guide === undefined
      ? []
      : [`Notes of the project for agents (${guide.name}):\n${guide.text.slice(0, LONGEST)}`]),
  ].join('\n\n');
}

/** Undefined where it cannot be had: no project, no repository, or a person would have to be asked. */
async function readWith(
  { call, approvals }: Services,
  caller: Caller,
  tool: string,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const parent = { kind: 'turn', id: caller.session } as const;
  const answer = await call({ tool, args, caller, parent, waitMs: 0 });
  const outcome = resultOf(answer);
  if (outcome.state === 'completed') return outcome.result;
  const asked = answer.kind === 'result' && !answer.ok ? approvalIn(answer.error) : undefined;
  if (asked !== undefined) approvals.close(asked, caller.principal);
  return undefined;
}

async function firstOf(
  names: readonly string[],
  read: (name: string) => Promise<string | undefined>,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  for (const name of names) {
    const text = await read(name);
    if (text !== undefined) return { name, text };
  }
  return undefined;
}
