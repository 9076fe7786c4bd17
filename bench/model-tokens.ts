// `node bench/model-tokens.ts`: what the models of real agents are given for typical answers, in tokens. The agents
// run with a scripted model in place of a real one. Writes bench/model-tokens.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AGENT_PROGRAMS, installClients, watchModel } from './harness/drive-clients.ts';
import { installPeers, loadTokenizer } from './harness/install-peers.ts';
import type { ScriptedCall } from './harness/scripted-model.ts';

const CALLS: readonly (ScriptedCall & { readonly what: string })[] = [
  { what: 'read a file', tool: 'read_file', args: { path: 'src/orders.ts' } },
  {
    what: 'read it with line numbers',
    tool: 'read_file',
    args: { path: 'src/orders.ts', lineNumbers: true },
  },
  { what: 'search text', tool: 'search_text', args: { query: 'total' } },
  { what: 'find files', tool: 'search_files', args: { pattern: '**/*.ts' } },
  { what: 'git diff', tool: 'git_diff', args: {} },
  { what: 'git log', tool: 'git_log', args: { maxCount: 20 } },
  { what: 'git status', tool: 'get_git_status', args: {} },
  { what: 'shell command', tool: 'shell_execute', args: { command: 'cat -A src/orders.ts | head -40' } },
  { what: 'failed tests', tool: 'ci_run_tests', args: {} },
  {
    what: 'edit a file',
    tool: 'edit_file',
    args: { path: 'src/tax.ts', edits: [{ oldText: '0.19', newText: '0.07' }] },
  },
];
const MODES = { data: '{"*":"structured"}', text: '{}' };

installClients();
installPeers();
const count = loadTokenizer();
const columns: Record<string, readonly number[]> = {};
for (const agent of AGENT_PROGRAMS) {
  for (const [mode, answers] of Object.entries(MODES)) {
    const project = createProject();
    const config = join(project, '../config.json');
    writeFileSync(
      config,
      JSON.stringify({ permissionLevel: 'full_access', clientAnswers: JSON.parse(answers) }),
    );
    const results = await watchModel(agent, CALLS, { project, flags: ['--config', config] });
    columns[`${agent.name}, ${mode}`] = results.map((text) => count(text));
    rmSync(dirname(project), { recursive: true, force: true });
  }
}
writeFileSync(join(import.meta.dirname, 'model-tokens.md'), toPage(columns));

/** A small project with a change that is not committed and a test that fails. */
function createProject(): string {
  const project = join(mkdtempSync(join(tmpdir(), 'tgproject-')), 'shop');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], { cwd: project });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  };
  mkdirSync(project);
  git('init', '--quiet', '--initial-branch=main');
  const functions = Array.from({ length: 24 }, (_, i) => functionText(i)).join('\n');
  write('src/orders.ts', functions);
  write(
    'src/tax.ts',
    'export const rate = 0.19;\n\nexport const withTax = (net: number) => net * (1 + rate);\n',
  );
  for (const name of ['customers', 'invoices', 'stock', 'mail', 'session'])
    write(`src/${name}.ts`, `/** ${name} */\nexport const ${name}Total = 0;\n`);
  write(
    'package.json',
    JSON.stringify({ name: 'shop', type: 'module', scripts: { test: 'node --test' } }, null, 2),
  );
  write(
    'test/sum.test.js',
    "import test from 'node:test';\nimport assert from 'node:assert';\ntest('adds up', () => assert.equal(1 + 1, 3));\ntest('is true', () => assert.ok(true));\n",
  );
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start the shop');
  for (let i = 1; i < 20; i++)
    git('commit', '--quiet', '--allow-empty', '--message', `Improve part ${i} of the shop`);
  write('src/orders.ts', functions.replaceAll('0.5', '0.6'));
  write('notes.md', '# Notes\n');
  return project;
}

function functionText(i: number): string {
  return `/** Adds up order ${i}; "rebate" is a share of it. */
export function total${i}(prices: readonly number[], rebate = 0.5): number {
\tconst sum = prices.reduce((total, price) => total + price, 0);
\treturn rebate > 0 ? sum * (1 - rebate) : sum;
}
`;
}

function toPage(found: Readonly<Record<string, readonly number[]>>): string {
  const names = Object.keys(found);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = CALLS.map(({ what }, i) => row([what, ...names.map((name) => String(found[name]?.[i]))]));
  const sums = names.map((name) => (found[name] ?? []).reduce((sum, tokens) => sum + tokens, 0));
  return `# What a model gets

Written by \`node bench/model-tokens.ts\`. Real agents with a scripted model call ten tools of Toolgate on the same small
project; counted is what arrives at the model as the result of each call, with the agent's own words around it, in
tokens of o200k (Anthropic publishes no tokenizer). "data": Toolgate sends structured
content to everybody, and these agents hand it to the model as JSON. "text": the default, where such agents get the
text alone.

${row(['answer', ...names])}
${row(['---', ...names.map(() => '---:')])}
${rows.join('\n')}
${row(['**all ten**', ...sums.map((sum) => `**${sum}**`)])}
`;
}
