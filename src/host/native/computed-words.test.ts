// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';

function createProject() {
  const hooked = createHooked({
    limits: { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 },
  });
  const { root, ask, host } = hooked;
  execFileSync('git', ['init', '-q'], { cwd: root });
  mkdirSync(join(root, 'src'));
  for (const path of ['a.ts', 'b.ts', 'src/c.ts', 'README.md']) writeFileSync(join(root, path), 'x\n');
  writeFileSync(join(root, '.env'), 'KEY=1');
  symlinkSync('.env', join(root, 'notes.txt'));
  const judge = async (command: string) => {
    const { decision } = await ask(...bash(command));
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
    return decision;
  };
  return { ...hooked, judge };
}

/** Words that the run makes: a name of any file, an option, a script for sed. */
const COMPUTED = [
  'cat "$(ls -A | head -1)"',
  'cat < $(ls -A | head -1)',
  'cat < "$(date +.env)"',
  'sort $(ls -A)',
  "grep '' $(ls -A)",
  'echo "$(<$(ls -A | head -1))"',
  'head `ls -A`',
  'tail -n +1 -- $(ls -A)',
  'sed "$(date +1eid)" a.ts',
  `sed "$(date '+1e printf aWQK | base64 -d | sh')" a.ts`,
  'sed $(git log -1 --format=1eid) a.ts',
  'sed -n $(date +1wMARK-w) a.ts',
  'git log -1 $(date +--output=MARK)',
  'git log $(date +-p)',
  'git reflog $(date +expire) --all',
  'rg "$(date +--pre=sh)" x',
  'rg $(date +-uu) KEY',
  'date $(date +-s2020)',
  'wc $(date +--files0-from=.env)',
  'date +--files0-from=.env | xargs wc',
  'ls | xargs wc -l',
  "find . -name '*.ts' -printf '--files0-from=.env' | xargs wc -l",
  'find . | grep -o -- "--files0.*" | xargs wc -l',
  'x=$(date +.env); cat $x',
  'x=.e; x+=nv; cat $x',
  'x=a.ts; y=$(date +.env); x=$y; cat $x',
  'cat $x; x=a.ts',
  'false && x=a.ts; cat $x',
  'x=a.ts & cat $x',
  '(x=a.ts); cat $x',
  'if false; then x=a.ts; fi; cat $x',
  'read x < a.ts; cat $x',
  'ls -A | while read f; do cat "$f"; done',
  'ls -A | while read -r f; do head -1 < "$f"; done',
  'for f in $(ls -A); do cat "$f"; done',
  'for f; do cat $f; done',
  'set -- .env; cat $1',
  'cat "$@"',
  'printf -v x .env; cat $x',
  'printf "$(date +-vPATH)" /tmp; ls',
  `test $(date '+-v a[$(id)]')`,
  `[ "$(date +-v)" "$(date '+a[$(id)]')" ]`,
  'cat ${x:-a.ts}',
  'cat ${HOME%x}/a.ts',
  'cat .en{v..v}',
  '$(date +cat) .env',
  'cd "$(date +/etc)" && cat passwd',
  'sed -f <(date +1eid) a.ts',
  'sort --files0-from <(date +.env)',
  'f() { cat "$1"; }; f .env',
  'echo() { sed "$1" a.ts; }; echo 1eid',
  'sed -n 1p *',
  'rg x *',
  'git log *',
  'for f in *; do sed -n 1p "$f"; done',
  "f='*'; sed -n 1p $f",
  'f=*; g=$f; rg x $g',
  'for f in *.ts; do git log -1 "$f"; done',
  'xargs ls <<< "$(<notes.txt)"',
  'echo "$(cat "$x")"',
  `x='-v a[0] -o'; [ $x = "$(date)" ]`,
  'f=-vPATH; printf $f "$(date)"',
  'x=.env cat $x',
  `f='.e*'; cat $f`,
  'cat "${a[0]}"',
  'head -n $((x)) a.ts',
  'cat <(cat "$(ls -A | head -1)")',
  'cat < notes.txt',
  'while read l; do echo "$l"; done < notes.txt',
  'cat < .env',
  'TZ=$(date +x) date',
  'x=$PWD; cd src; cat $x/a.ts',
  'cat $(pwd)/a.ts',
  'x=a.ts; x=b.ts; cat $x',
  '_=a.ts; : notes.txt; cat $_',
  'x=a.ts; printf -vx notes.txt; cat $x',
  '{ x=a.ts; } < missing; cat $x',
  'for f in a.ts; do cd src; cat "$f"; done',
  'cd missing; cat notes.txt',
  'cd missing || cat notes.txt',
  'cd src a.ts; cat notes.txt',
  '! cd src; cat a.ts',
  'command cd src; cat a.ts',
  'f() { cat a.ts; }; cd src; f',
  'for i in 1 2; do cat a.ts; cd src; done',
  'x=(@(b)\ncat .env\n); echo a',
];

/** All that these programs are told stands in the line. */
const SPELLED = [
  '[ ! -f a.ts ] && echo none',
  'cd src && cat c.ts; ls',
  'cat a.ts 2>/dev/null || echo "no file"',
  'ls src; echo "--- all of it"',
  'cat a.ts b.ts | wc -l',
];

/** The same, in forms that are many to read: our sandbox runs them where a client lets a hook replace them. */
const WRITTEN_OTHERWISE = [
  '(cd src && cat c.ts); cat a.ts',
  'ls *.ts && wc -l *.ts',
  'ls src; echo "exit: $?"',
  'cat a.ts b.ts | wc -l # both',
  "printf '%s\\n' a b; ls",
  'ls\npwd',
  'wc -l < a.ts',
  'echo "done!"',
];

async function passing(judge: (command: string) => Promise<string>, commands: readonly string[]) {
  const passed: string[] = [];
  for (const command of commands) if ((await judge(command)) === 'pass') passed.push(command);
  return passed;
}

test('what is told words that only the run knows is asked about, whatever printed them', async () => {
  const { judge } = createProject();
  expect(await passing(judge, COMPUTED)).toEqual([]);
}, 60_000);

test('what stands in the line passes, in bare words', async () => {
  const { judge } = createProject();
  expect(await passing(judge, SPELLED)).toEqual(SPELLED);
  expect(await passing(judge, WRITTEN_OTHERWISE)).toEqual([]);
}, 60_000);

/** The same project after an answer for the session. */
async function answered(command: string) {
  const made = createProject();
  const { ask, host, root } = made;
  writeFileSync(join(root, 'package.json'), '{"scripts":{"build":"true"}}');
  const answer = async (line: string) => {
    await ask(...bash(line));
    const [open] = host.approvals.list('pending');
    host.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  };
  await answer(command);
  return { ...made, answer };
}

test('an answer for one command of a line is none for another that is told what only the run knows', async () => {
  const { judge, answer } = await answered('npm run build');
  expect(await judge('npm run build')).toBe('allow');
  expect(await judge('npm run build; cat a.ts')).toBe('allow');
  for (const beside of [
    'git log -1 $(date +--output=package.json)',
    'cat "$(ls -A | head -1)"',
    'tr a b < $(ls -A | head -1)',
    'f=$(ls -A | head -1); tr a b < $f',
  ])
    expect(await judge(`npm run build; ${beside}`), beside).toBe('ask');
  // One that is for such a line is for that line alone.
  await answer('wc -l $(git ls-files)');
  expect(await judge('wc -l $(git ls-files)')).toBe('allow');
  expect(await judge('wc -l $(date +--files0-from=.env)')).toBe('ask');
  // Text of the person's own making goes through a substitution every day.
  await answer('git commit -m one');
  expect(await judge(`git commit -m "$(cat <<'EOF'\ntwo\n\nmore\nEOF\n)"`)).toBe('allow');
});

test('names that a pattern finds are for the sandbox: each may be an option', async () => {
  const { judge, root } = await answered('npm run build');
  writeFileSync(join(root, '.env'), 'KEY=hunter2\n');
  symlinkSync('.env', join(root, '.x.csv'));
  writeFileSync(join(root, '--files0-from=.x.csv'), '');
  const { stderr } = spawnSync('bash', ['-c', 'wc -l *.csv'], { cwd: root, encoding: 'utf8' });
  expect(stderr).toContain('hunter2');
  for (const line of ['wc -l *.csv', 'wc -l *.ts', 'du -sh *', 'cat src/*.ts']) {
    expect(await judge(line), line).toBe('ask');
    expect(await judge(`npm run build; ${line}`), line).toBe('ask');
  }
});

test('printf that counts into a variable leads no cd elsewhere', async () => {
  const { judge, root } = await answered('npm run build');
  for (const path of ['sub', '3/sub']) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, 'sub/k'), 'plain\n');
  symlinkSync('../../.env', join(root, '3/sub/k'));
  for (const line of [
    `printf 'abc%n\\n' CDPATH; cd sub && cat k`,
    'printf -- abc%-*ln 3 CDPATH; cd sub && cat k',
    'x=CDPATH; printf abc%n "$x"; cd sub && cat k',
  ]) {
    expect(spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' }).stdout, line).toContain('KEY=1');
    expect(await judge(line), line).not.toBe('pass');
    expect(await judge(`npm run build; ${line}`), line).not.toBe('allow');
  }
  for (const line of [`printf '%s\\n' a b; cat a.ts`, `printf '100%% new\\n'; cat a.ts`])
    expect(await judge(`npm run build; ${line}`), line).toBe('allow');
});

test('an answer to one line is none to another that exchanges what a later command of it reads or runs', async () => {
  const { judge, root, answer } = await answered('git checkout main');
  writeFileSync(join(root, 'x.mjs'), '');
  await answer('node x.mjs');
  expect([await judge('git checkout main'), await judge('node x.mjs')]).toEqual(['allow', 'allow']);
  for (const line of ['git checkout main && node x.mjs', 'git checkout main; cat a.ts'])
    expect(await judge(line), line).toBe('ask');
  await answer('npm run build');
  expect(await judge('npm run build && node x.mjs')).toBe('ask');
  expect(await judge('npm run build && npm run build && cat a.ts')).toBe('allow');
  await answer('git add -A');
  await answer('git commit -m x');
  expect(await judge('git add -A && git commit -m y')).toBe('allow');
});

test('an answer for a file is none for what a wildcard finds, which may be an option', async () => {
  const { judge, root } = await answered('sed -i s/a/b/ a.ts');
  writeFileSync(join(root, 'evil.ts'), '1e touch made\n');
  writeFileSync(join(root, '-fevil.ts'), '');
  expect(await judge('sed -i s/a/b/ b.ts')).toBe('allow');
  for (const line of ['sed -i s/a/b/ *.ts', 'sed -i s/a/b/ ?fevil.ts', `sed -i s/a/b/ ''*`])
    expect(await judge(line), line).toBe('ask');
  spawnSync('bash', ['-c', 'sed -i s/a/b/ *.ts'], { cwd: root });
  expect(existsSync(join(root, 'made'))).toBe(true);
});

test('a directory that is not there is looked for elsewhere by a shell, so such a line is asked about', async () => {
  const { judge } = createProject();
  const run = spawnSync('bash', ['-O', 'cdable_vars', '-c', 'cd OLD && pwd'], { env: { OLD: '/etc' } });
  expect(String(run.stdout)).toContain('/etc');
  for (const line of ['cd OLD && cat passwd', 'cd src && cd OLD; ls'])
    expect(await judge(line), line).toBe('ask');
  for (const line of ['cd src && ls', 'cd ./src; ls']) expect(await judge(line), line).toBe('pass');
});

test('the configuration of git, which may hold passwords of its user, is for the sandbox', async () => {
  const { judge } = createProject();
  for (const line of ['git config --list', 'git config --get sendemail.smtppass'])
    expect(await judge(line), line).toBe('ask');
});
