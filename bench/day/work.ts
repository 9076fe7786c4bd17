interface Known {
  /** Of the server that was started. */
  readonly port: number;
  readonly processId: string;
}
type Args = Readonly<Record<string, unknown>>;

export interface Step {
  /** What a developer would say they are doing. */
  readonly say: string;
  readonly tool: string;
  readonly args: Args | ((known: Known) => Args);
}

const step = (say: string, tool: string, args: Step['args']): Step => ({ say, tool, args });
const shell = (say: string, command: string): Step =>
  step(say, 'shell_execute', { command, timeoutMs: 60_000 });

const PREVIEW = `// Shows the documentation in a browser: node scripts/preview-docs.mjs
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const name = request.url === '/' ? '/README.md' : request.url;
  try {
    response.end(readFileSync('.' + name, 'utf8'));
  } catch {
    response.writeHead(404).end('There is no ' + name);
  }
});
server.listen(0, '127.0.0.1', () => console.log('Preview: http://127.0.0.1:' + server.address().port + '/'));
`;

/** Look around, fix something, test, commit; try it in a server; review; a second fix. */
export const AFTERNOON: readonly Step[] = [
  step('Where am I', 'get_git_status', {}),
  shell('What happened lately', 'git log --oneline -5 -- src/core/text/lines.ts'),
  shell('What is here', 'ls'),
  step('The rules of the house', 'read_file', { path: 'CONTRIBUTING.md' }),
  shell('How large is it', "find src -name '*.ts' | wc -l"),
  shell('Is the tree clean', 'git status --short'),
  step('Where are names compared', 'search_text', { query: 'nearest(', path: 'src/core' }),
  step('The file', 'read_file', { path: 'src/core/text/nearest.ts' }),
  step('Its tests', 'read_file', { path: 'src/core/text/nearest.test.ts' }),
  step('Who uses it', 'context_find_references', { symbol: 'nearest', path: 'src/core/text/nearest.ts' }),
  shell('The same with grep', 'grep -rn "core/nearest" src --include=*.ts | sort'),
  shell('Who wrote it', 'git log --format=%s -3 -- src/core/text/nearest.ts'),
  shell('Versions', 'node --version && git --version'),
  step('A branch', 'git_create_branch', { name: 'explain-nearest' }),
  step('Switch to it', 'git_switch', { branch: 'explain-nearest' }),
  shell('Am I on it', 'git branch --show-current'),
  shell('The tests as they are', 'npx vitest run src/core/text/nearest.test.ts --reporter=dot'),
  step('The change', 'edit_file', {
    path: 'src/core/text/nearest.ts',
    edits: [
      { oldText: 'close enough to be meant. */', newText: 'close enough to be meant; people mistype. */' },
    ],
  }),
  shell('What changed', 'git diff --stat'),
  shell('The tests again', 'npx vitest run src/core/text/nearest.test.ts --reporter=dot'),
  shell('Types', 'npx tsc --noEmit --ignoreConfig --target esnext src/core/text/nearest.ts'),
  shell('Lint', 'npx biome ci src/core/text/nearest.ts'),
  step('Stage it', 'git_add', { files: ['src/core/text/nearest.ts'] }),
  step('What is staged', 'get_staged_diff', {}),
  step('Commit it', 'git_commit', { message: 'Say what nearest is for' }),
  shell('Committed', 'git log --oneline start..HEAD'),
  step('A preview of the docs', 'write_file', { path: 'scripts/preview-docs.mjs', content: PREVIEW }),
  step('Start it', 'shell_start', { command: 'node scripts/preview-docs.mjs', successPattern: 'Preview:' }),
  step('What runs', 'list_background_processes', {}),
  step('The front page', 'shell_execute', ({ port }) => ({
    command: `curl -s http://127.0.0.1:${port}/ | head -3`,
  })),
  step('A page that is missing', 'shell_execute', ({ port }) => ({
    command: `curl -s -o /dev/null -w '%{http_code}' http://localhost:${port}/nope.md`,
  })),
  step('A design page', 'shell_execute', ({ port }) => ({
    command: `curl -s http://127.0.0.1:${port}/docs/design/gate.md | wc -l`,
  })),
  step('Stop it', 'stop_background_process', ({ processId }) => ({ processId })),
  step('Make the answer say more', 'edit_file', {
    path: 'scripts/preview-docs.mjs',
    edits: [{ oldText: "'There is no ' + name", newText: "'There is no file ' + name" }],
  }),
  shell('Is it sound', 'node --check scripts/preview-docs.mjs && echo sound'),
  shell('Lint it', 'npx biome ci scripts/preview-docs.mjs'),
  step('Stage it too', 'git_add', { files: ['scripts/preview-docs.mjs'] }),
  step('And commit', 'git_commit', { message: 'Preview the documentation' }),
  shell('Review: which commits', 'git log --oneline start..HEAD'),
  shell('Review: which files', 'git diff --stat start...HEAD'),
  step('Review: the whole change', 'git_diff', { ref: 'start..HEAD' }),
  step('Review: who wrote the lines', 'git_blame', { path: 'src/core/text/nearest.ts' }),
  shell('Review: leftovers', 'git grep -n "console.log" -- scripts/preview-docs.mjs'),
  step('Review: one thing to fix', 'edit_file', {
    path: 'scripts/preview-docs.mjs',
    edits: [{ oldText: 'Shows the documentation', newText: 'Serves the documentation' }],
  }),
  shell('The tests of the core', 'npx vitest run src/core --reporter=dot'),
  shell('Stage the rest', 'git add -A'),
  step('Commit the fix', 'git_commit', { message: 'Name what the preview does' }),
  shell('Clean again', 'git status --short'),
  shell('The last look', 'git show --stat HEAD | tail -3'),
];
