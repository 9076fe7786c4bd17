type Data = Record<string, unknown>;
export type NativeStep = readonly [tool: string, input: Data];

const bash = (command: string): NativeStep => ['Bash', { command, description: 'x' }];
const read = (path: string): NativeStep => ['Read', { file_path: path }];
const edit = (path: string, from: string, to: string): NativeStep => [
  'Edit',
  { file_path: path, old_string: from, new_string: to },
];

const FILES = ['src/cart.ts', 'src/price.ts', 'src/tax.ts', 'src/order.ts', 'src/mail.ts'];

/** One change, as a coding agent makes it: look around, edit, test, look again, commit. */
const change = (file: string, number: number): readonly NativeStep[] => [
  ['TodoWrite', { todos: [{ content: `change ${file}`, status: 'in_progress', activeForm: 'x' }] }],
  bash('git status --short'),
  bash(`git log --oneline -5 -- ${file}`),
  ['Grep', { pattern: 'total', path: 'src', output_mode: 'content' }],
  ['Glob', { pattern: '**/*.test.ts' }],
  read(file),
  read(file.replace('.ts', '.test.ts')),
  bash(`grep -rn "round(" src | head -20`),
  bash(`sed -n '1,40p' ${file}`),
  bash(`find src -name '*.ts' | xargs wc -l | sort -n | tail -5`),
  edit(file, `round(${number})`, `round(${number}, 2)`),
  edit(file, 'import a', 'import b'),
  bash('npm test 2>&1 | tail -30'),
  read(file),
  edit(file.replace('.ts', '.test.ts'), 'toBe(1)', 'toBe(2)'),
  bash(`npm test -- ${file.replace('.ts', '.test.ts')}`),
  bash('npx tsc --noEmit'),
  edit(file, 'const x', 'const y'),
  bash('npx tsc --noEmit && npm test'),
  bash('git diff'),
  bash('git diff --stat HEAD'),
  ['Write', { file_path: `docs/change-${number}.md`, content: `# Change ${number}\n` }],
  bash('cat package.json'),
  bash('ls -la src docs'),
  bash('npm run lint'),
  edit(file, 'let z', 'const z'),
  bash('npm run lint'),
  ['Task', { description: 'review the change', prompt: 'Review it', subagent_type: 'general-purpose' }],
  bash(`head -60 ${file} && wc -l ${file}`),
  ['Grep', { pattern: 'TODO', glob: '*.ts' }],
  bash('git status'),
  bash('git diff --cached --stat'),
  bash('git add -A'),
  bash(`git commit -m "Round totals of ${file}"`),
  bash('git log --oneline -3'),
  ['TodoWrite', { todos: [{ content: `change ${file}`, status: 'completed', activeForm: 'x' }] }],
];

const RESEARCH: readonly NativeStep[] = [
  ['WebFetch', { url: 'https://nodejs.org/api/intl.html', prompt: 'rounding' }],
  ['WebFetch', { url: 'https://nodejs.org/api/globals.html', prompt: 'numbers' }],
  bash('node --version && npm --version'),
  bash('which node; pwd; uname -a; date'),
  bash('ls; cat README.md | head -40'),
  read('README.md'),
  read('package.json'),
  read('tsconfig.json'),
  ['Glob', { pattern: 'src/**/*.ts' }],
  ['Grep', { pattern: 'export', path: 'src' }],
  bash('git branch --show-current && git remote -v'),
  bash('rg -n "export function" src'),
  bash('tree -L 2 -I node_modules || ls -R src | head -50'),
  ['ExitPlanMode', { plan: 'x' }],
  ['AskUserQuestion', { questions: [] }],
  bash('diff src/cart.ts src/price.ts | head'),
  bash('git show HEAD --stat'),
  bash('git blame -L 1,5 src/cart.ts'),
  bash('echo "done so far"'),
  read('docs/notes.md'),
];

/** Two hundred calls of a coding agent's own tools, as an afternoon of work on a small project makes them. */
export const AFTERNOON: readonly NativeStep[] = [
  ...RESEARCH,
  ...FILES.flatMap((file, i) => change(file, i + 1)),
].slice(0, 200);

export const AFTERNOON_FILES: readonly string[] = [
  ...FILES,
  ...FILES.map((file) => file.replace('.ts', '.test.ts')),
  'README.md',
  'tsconfig.json',
  'docs/notes.md',
];
