import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { discard, prepare } from './attack.ts';

/** A person allowed one command for the session; the attack wants to run something else under that rule. */
interface RuleAttack {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly setup?: string;
  readonly allowed: string;
  /** What nobody is asked about, before the attack. */
  readonly before?: string;
  readonly attack: string;
}

const MARKS = `require('fs').writeFileSync('marker', '');\n`;
const LOADS = 'require(require("path").resolve(process.argv[2] ?? "./ok.cjs"));\n';
const RUN = { 'run.cjs': LOADS, 'ok.cjs': '' };
const EVIL_TMP = `echo "${MARKS.trim()}" > /tmp/tg-attack-evil.cjs`;

const ATTACKS: readonly RuleAttack[] = [
  {
    name: 'a link of the project leads to /tmp',
    files: RUN,
    setup: 'ln -s /tmp link',
    allowed: 'node run.cjs ./ok.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs ./link/tg-attack-evil.cjs',
  },
  {
    name: 'a link to a file in /tmp that is not there yet',
    files: RUN,
    setup: 'ln -s /tmp/tg-attack-evil.cjs plugin.cjs',
    allowed: 'node run.cjs ./ok.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs plugin.cjs',
  },
  {
    name: 'the allowed program itself loads a link to /tmp',
    files: { 'run.cjs': 'try { require("./plugin.cjs"); } catch {}\n' },
    setup: 'ln -s /tmp/tg-attack-evil.cjs plugin.cjs',
    allowed: 'node run.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs',
  },
  {
    name: 'the allowed program looks into /tmp by itself',
    files: { 'run.cjs': 'try { require("/tmp/tg-attack-evil.cjs"); } catch {}\n' },
    allowed: 'node run.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs',
  },
  {
    name: 'a link below a directory that the line goes to',
    files: { ...RUN, 'sub/run.cjs': LOADS, 'sub/ok.cjs': '' },
    setup: 'ln -s /tmp sub/link',
    allowed: 'cd sub && node run.cjs ./ok.cjs',
    before: EVIL_TMP,
    attack: 'cd sub && node run.cjs link/tg-attack-evil.cjs; ls marker && cp marker ..',
  },
  {
    name: 'a link behind an option',
    files: { 'run.cjs': 'require(require("path").resolve(process.argv[2].slice(9)));\n', 'ok.cjs': '' },
    setup: 'ln -s /tmp link',
    allowed: 'node run.cjs --config=./ok.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs --config=link/tg-attack-evil.cjs',
  },
  {
    name: 'a link of a link through /proc',
    files: RUN,
    setup: 'ln -s /proc/self/root/tmp there && ln -s there link',
    allowed: 'node run.cjs ./ok.cjs',
    before: EVIL_TMP,
    attack: 'node run.cjs ./link/tg-attack-evil.cjs',
  },
  {
    name: 'the code comes in through standard input',
    files: { 'run.py': 'import sys\nexec(open(sys.argv[1]).read())\n', 'ok.py': '' },
    allowed: 'python3 run.py ok.py',
    attack: `echo 'open("marker", "w")' | python3 run.py /dev/stdin`,
  },
  {
    name: 'inline code beside the allowed command loads a module of the project',
    files: { ...RUN, 'json.py': 'open("marker", "w").close()\n' },
    allowed: 'node run.cjs ./ok.cjs',
    attack: `node run.cjs ./ok.cjs; python3 -c 'import json'`,
  },
  {
    name: 'a dry run beside the allowed command',
    files: { ...RUN, Makefile: 'X := $(shell touch marker)\nall:\n\techo\n' },
    allowed: 'node run.cjs ./ok.cjs',
    attack: 'node run.cjs ./ok.cjs; make -n',
  },
  {
    name: 'inline code in a pipe with the allowed command',
    files: { ...RUN, 'data.json/index.js': MARKS },
    allowed: 'node run.cjs ./ok.cjs',
    attack: `node run.cjs ./ok.cjs | node -p 'require("./data.json").version'`,
  },
  {
    name: 'a file of the same name in another directory',
    files: { 'run.cjs': '', 'evil/run.cjs': MARKS },
    allowed: 'node run.cjs',
    attack: 'cd evil && node run.cjs; cp marker ..',
  },
  {
    name: 'another Rust program than the allowed one',
    files: {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/bin/a.rs': 'fn main() {}\n',
      'src/bin/b.rs': 'fn main() { std::fs::write("marker", "").unwrap(); }\n',
    },
    allowed: 'cargo run --quiet --offline --bin a',
    attack: 'cargo run --quiet --offline --bin b',
  },
  {
    name: 'another script of an interpreter that takes one',
    files: { 'a.awk': 'BEGIN { }\n', 'b.pl': 'open(F, ">marker");\n', 'a.pl': '1;\n' },
    allowed: 'perl a.pl',
    attack: 'perl b.pl',
  },
  ...[
    '$LINES rm keep; LINES=touch; [ -e keep ] || : > marker',
    '$x sh evil.sh; for x in touch; do :; done',
    '(for x in touch; do :; done); $x sh evil.sh',
    '$(echo touch >&2) sh evil.sh',
    'touch made; sort evil.sh $(printf "\\055o") marker',
    'touch made; _=/dev/null; : marker; echo hi > $_',
    'touch made; LINES=(@(b)\nsh evil.sh\n)',
  ].map((attack) => ({
    name: `what runs is not what it seems in ${JSON.stringify(attack)}`,
    files: { 'evil.sh': 'touch marker\n', keep: '' },
    allowed: 'touch made',
    attack,
  })),
];

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

const inDirectory = (root: string, command: string): void =>
  void spawnSync('bash', ['--norc', '--noprofile', '-c', command], { cwd: root, timeout: 60_000 });

/** Says yes for the session: from now on a rule covers it. */
async function allowForSession({ host, call }: TestHost, command: string): Promise<void> {
  const args = { command, access: ['write'], reason: 'it writes' };
  const asked = await call('shell_execute', args);
  const hint = asked.kind === 'result' && !asked.ok ? (asked.error.hint ?? '') : '';
  const [id = ''] = /[0-9a-f-]{36}/.exec(hint) ?? [];
  host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' });
  const answer = await call('shell_execute', args);
  if (answer.kind !== 'result' || !answer.ok) throw new Error(`Not allowed: ${JSON.stringify(answer)}`);
}

// A user without a home of their own has no toolchain there.
const hasCargo = spawnSync('cargo', ['--version']).status === 0;
const POSSIBLE = ATTACKS.filter(({ allowed }) => hasCargo || !allowed.startsWith('cargo '));

inSandbox.each(POSSIBLE.map((attack) => [attack.name, attack] as const))(
  '%s, and is not covered by the rule',
  async (_name, { files, setup = 'true', allowed, before, attack }) => {
    const bare = prepare({ name: '', goal: 'execute', command: attack, files, setup });
    roots.push(bare);
    inDirectory(bare, [...(before === undefined ? [] : [before]), attack].join('\n'));
    inDirectory(bare, 'rm -f /tmp/tg-attack-evil.cjs');
    expect(existsSync(join(bare, 'marker')), 'it works when nothing stops it').toBe(true);

    const root = prepare({ name: '', goal: 'execute', command: attack, files, setup });
    roots.push(root);
    const host = createTestHost({}, { root });
    await allowForSession(host, allowed);
    if (before !== undefined) await host.call('shell_execute', { command: before });
    const args = { command: attack, access: ['write'], reason: 'it writes' };
    const answer = await host.call('shell_execute', args);
    // What the rule was given for runs, and finds nothing there.
    if (attack !== allowed) expect(codeOf(answer)).toBe('APPROVAL_PENDING');
    await host.call('shell_execute', { command: attack });
    expect(existsSync(join(root, 'marker')), 'it works under the rule').toBe(false);
    // The rule still stands for what it was given for.
    const again = await host.call('shell_execute', {
      command: allowed,
      access: ['write'],
      reason: 'it writes',
    });
    expect(again).toMatchObject({ kind: 'result', ok: true });
  },
);

test.each([
  ['go run ./a', 'go run ./b'],
  ['go run ./a', 'go run -race ./b'],
  ['go run -race ./a', 'go run -race ./b'],
  ['go run a.go', 'go run a.go b.go'],
  ['cargo run', 'cargo run --example evil'],
  ['dotnet run', 'dotnet run --project evil'],
  ['swift run a', 'swift run b'],
  ['mix run a.exs', 'mix run b.exs'],
  ['Rscript a.R', 'Rscript b.R'],
  ['java -jar a.jar', 'java -jar b.jar'],
])('an answer to %s does not cover %s', async (allowed, attack) => {
  const root = prepare({ name: '', goal: 'execute', command: attack });
  roots.push(root);
  const host = createTestHost({}, { root });
  await allowForSession(host, allowed).catch(() => {});
  expect(host.host.rules.list()).toHaveLength(1);
  const args = { command: attack, access: ['write'], reason: 'it writes' };
  expect(codeOf(await host.call('shell_execute', args))).toBe('APPROVAL_PENDING');
});
