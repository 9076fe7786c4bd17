import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../../src/core/approval/rule.ts';
import type { Call } from '../../src/core/call/call.ts';
import type { Caller } from '../../src/core/call/caller.ts';
import { cardFor } from '../../src/gate/approvals/card.ts';
import { questionCall } from '../../src/gate/explain/question-call.ts';
import type { Decider } from './decider.ts';

/** A question that a person was asked, and what they answered. */
export interface Asked {
  readonly line: string;
  readonly risk: string;
  readonly answer: string;
  readonly covers: string;
}

export interface Replayed {
  readonly calls: number;
  readonly asked: readonly Asked[];
  /** Questions whose answer was already given. */
  readonly twice: number;
  readonly refused: readonly string[];
}

/** Sends a written-down day through the gate up to the decision; the person answers for as long as they are offered. */
export async function replay(decided: Decider, caller: Caller): Promise<Replayed> {
  const rules: Rule[] = [];
  const asked: Asked[] = [];
  const refused: string[] = [];
  const lines = traceLines();
  for (const line of lines) {
    const call = callFor(line, caller);
    try {
      await decided(call, rules);
    } catch (error) {
      refused.push(`${line}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    if (call.facts.decision?.verdict !== 'ask') continue;
    const { scopes, remember, risk } = cardFor(call, '', { words: [], isPartial: false });
    const scope = scopes.includes('always') ? 'always' : scopes.includes('session') ? 'session' : 'once';
    asked.push({ line, risk, answer: scope, covers: JSON.stringify(remember) });
    if (scope !== 'once') rules.push(ruleFor(call, remember, rules.length));
  }
  const twice =
    asked.length - new Set(asked.map(({ line, covers }) => `${line.split(' ')[0]} ${covers}`)).size;
  return { calls: lines.length, asked, twice, refused };
}

const traceLines = (): string[] =>
  readFileSync(join(import.meta.dirname, 'trace.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const change = { edits: [{ oldText: 'a', newText: 'b' }] };

/** The short names of the trace, as calls. */
const CALLS: Readonly<Record<string, (text: string, root: string) => [string, object]>> = {
  read: (path) => ['read_file', { path }],
  list: (path) => ['list_directory', { path }],
  tree: (path) => ['list_directory', { path, recursive: true }],
  find: (pattern) => ['search_files', { pattern }],
  search: (query) => ['search_text', { query }],
  edit: (path) => ['edit_file', { path, ...change }],
  write: (path) => ['write_file', { path, content: 'text\n' }],
  delete: (path) => ['delete_file', { path }],
  mkdir: (path) => ['create_directory', { path }],
  sh: (command) => ['shell_execute', { command }],
  status: (_, root) => ['get_git_status', { projectPath: root }],
  log: () => ['git_log', {}],
  diff: () => ['git_diff', {}],
  show: (ref) => ['git_show', { ref }],
  blame: (path) => ['git_blame', { path }],
  branch: (name) => ['git_create_branch', { name }],
  add: (files) => ['git_add', { files: files.split(' ') }],
  commit: (message) => ['git_commit', { message }],
  push: () => ['git_push', {}],
  test: () => ['ci_run_tests', {}],
  build: () => ['ci_build', {}],
};

function callFor(line: string, caller: Caller): Call {
  const at = line.indexOf(' ');
  const [short, text] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
  const made = CALLS[short]?.(text, caller.roots[0] ?? '.');
  if (!made) throw new Error(`The trace has no call for "${line}"`);
  const [tool, args] = made;
  return questionCall(tool, args, caller);
}

const ruleFor = (call: Call, pattern: Rule['pattern'], n: number): Rule => ({
  id: String(n + 1),
  verdict: 'allow',
  tool: call.facts.tool?.name ?? '',
  pattern,
  session: null,
  createdBy: 'bench',
  createdAt: '',
  expiresAt: null,
  uses: 0,
  lastUsedAt: null,
});
