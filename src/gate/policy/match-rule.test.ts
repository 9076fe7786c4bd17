import { expect, test } from 'vitest';
import type { Rule, RulePattern } from '../../core/approval/rule.ts';
import type { Touch } from '../../core/call/touch.ts';
import { fits, fitTogether, specificity, writeAllowance } from './match-rule.ts';
import type { RuleSubject } from './rule-subject.ts';

const rule = (verdict: Rule['verdict'], pattern: RulePattern, tool = '*'): Rule => ({
  id: 'r',
  verdict,
  tool,
  pattern,
  session: null,
  createdBy: 'test',
  createdAt: '',
  expiresAt: null,
  uses: 0,
  lastUsedAt: null,
});

const subject = (touches: readonly Touch[], commands: RuleSubject['commands'] = []): RuleSubject => ({
  tool: 'run_script',
  session: 's',
  principals: ['local'],
  argsDigest: () => 'd',
  touches,
  commands,
  weighty: commands,
  writes: [],
  access: [],
  beyondNeeds: [],
});

const script = (id: string): Touch => ({ kind: 'action', type: 'script', id });
const path = (name: string): Touch => ({ kind: 'path', access: 'write', path: name });

test('a rule for actions fits one of them, or a whole type', () => {
  for (const [pattern, id, isFitting] of [
    ['script', 'build', true],
    ['script:build', 'build', true],
    ['script:build', 'build:all', false],
    ['script:build:all', 'build:all', true],
    ['script:build', 'deploy', false],
    ['scr', 'build', false],
    ['workflow', 'build', false],
  ] as const)
    for (const verdict of ['allow', 'ask', 'deny'] as const)
      expect([pattern, id, fits(rule(verdict, { actions: [pattern] }), subject([script(id)]))]).toEqual([
        pattern,
        id,
        isFitting,
      ]);
});

test('a rule for actions says nothing of calls that start none', () => {
  for (const verdict of ['allow', 'ask', 'deny'] as const)
    expect(fits(rule(verdict, { actions: ['script'] }), subject([path('/p/a')]))).toBe(false);
});

test('a rule for one action says more than one for its type, and one for arguments says most', () => {
  const weights = [{}, { actions: ['script'] }, { actions: ['script:build'] }, { args: 'd' }].map((pattern) =>
    specificity(rule('allow', pattern)),
  );
  expect(weights).toEqual([...weights].sort((a, b) => a - b));
  expect(new Set(weights).size).toBe(weights.length);
});

test('an allow must cover everything a call touches, a deny only a part', () => {
  const both = subject([path('/p/a'), path('/q/b')]);
  expect(fits(rule('allow', { paths: ['/p/**'] }), both)).toBe(false);
  expect(fits(rule('deny', { paths: ['/p/**'] }), both)).toBe(true);
  expect(fits(rule('allow', { paths: ['/p/**', '/q'] }), both)).toBe(true);
});

test('commands are compared word by word', () => {
  const pushing = subject([], [['git', 'push', 'origin']]);
  expect(fits(rule('allow', { commands: [['git', 'push']] }), pushing)).toBe(true);
  expect(fits(rule('allow', { commands: [['git', 'pu']] }), pushing)).toBe(false);
  const two = subject(
    [],
    [
      ['git', 'push'],
      ['rm', 'x'],
    ],
  );
  expect(fits(rule('allow', { commands: [['git', 'push']] }), two)).toBe(false);
  expect(fits(rule('deny', { commands: [['rm']] }), two)).toBe(true);
});

test('commands of one line may be allowed one by one, but not a text that a program is given to run', () => {
  const rules = [['npm'], ['biome']].map((start) => rule('allow', { commands: [start] }));
  const both = subject(
    [],
    [
      ['npm', 'test'],
      ['biome', 'check', '--write'],
    ],
  );
  expect(fitTogether(rules, both)).toHaveLength(2);
  expect(
    fitTogether(
      rules,
      subject(
        [],
        [
          ['npm', 'test'],
          ['cargo', 'build'],
        ],
      ),
    ),
  ).toEqual([]);
  expect(fits(rule('allow', { commands: [['node']] }), subject([], [['node', 'a.js']]))).toBe(true);
  expect(fits(rule('allow', { commands: [['node']] }), subject([], [['node', '-e', '1']]))).toBe(false);
});

test('what is harmless beside a command needs no rule of its own', () => {
  const piped = {
    ...subject(
      [],
      [
        ['npm', 'test'],
        ['tail', '-5'],
      ],
    ),
    weighty: [['npm', 'test']],
  };
  expect(fits(rule('allow', { commands: [['npm']] }), piped)).toBe(true);
});

test('a directory stands for everything in it, hidden files included, and nothing beside it', () => {
  for (const glob of ['/p', '/p/', '/p/**'])
    for (const [name, isFitting] of [
      ['/p/a', true],
      ['/p/.env', true],
      ['/p/.hidden/deep/x', true],
      ['/pq/a', false],
      ['/', false],
    ] as const)
      expect([glob, name, fits(rule('deny', { paths: [glob] }), subject([path(name)]))]).toEqual([
        glob,
        name,
        isFitting,
      ]);
  expect(fits(rule('deny', { paths: ['**/*.key'] }), subject([path('/p/.secret/a.key')]))).toBe(true);
});

test('a rule for a place does not allow commands that run there', () => {
  const running = subject([path('/p')], [['make', 'all']]);
  expect(fits(rule('allow', { paths: ['/p'] }), running)).toBe(false);
  expect(fits(rule('ask', { paths: ['/p'] }), running)).toBe(true);
  expect(fits(rule('deny', { paths: ['/p'] }), running)).toBe(true);
});

test('commands that only write files are covered by the leave to edit these files', () => {
  const writing = { ...subject([path('/p')], [['cp', 'a', 'b']]), writes: [['/p/b', '/p/.x/c']] };
  const edits = rule('allow', { paths: ['/p'] }, 'edit_file');
  expect(writeAllowance([edits], writing)).toBe(edits);
  expect(writeAllowance([edits], { ...writing, writes: [['/p/b', '/q/c']] })).toBeUndefined();
  expect(writeAllowance([edits], { ...writing, writes: [[]] })).toBeUndefined();
  expect(writeAllowance([rule('allow', { paths: ['/p'] }, 'git_commit')], writing)).toBeUndefined();
  expect(writeAllowance([rule('ask', { paths: ['/p'] }, 'edit_file')], writing)).toBeUndefined();
});

test('what is written beside an allowed program is covered by the leave to edit it', () => {
  const node = rule('allow', { commands: [['node']] }, 'shell_execute');
  const edits = rule('allow', { paths: ['/p'] }, 'edit_file');
  const call: RuleSubject = {
    ...subject([], [['node', 'a.js'], ['> b']]),
    tool: 'shell_execute',
    writes: [[], ['/p/b']],
  };
  expect(fitTogether([node, edits], call)).toEqual([node, edits]);
  expect(fitTogether([node], call)).toEqual([]);
  expect(fitTogether([edits], call)).toEqual([]);
  expect(fitTogether([node, edits], { ...call, writes: [[], ['/q/b']] })).toEqual([]);
});
