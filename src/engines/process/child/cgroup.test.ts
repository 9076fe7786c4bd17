import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { baseAbove, makeRunGroup } from './cgroup.ts';
import { sizeLimits } from './watch-size.ts';

// The kernel's part needs a machine that hands groups out; these are its files alone.
const groupAt = (place: string, control: string): string => {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'cgroup.subtree_control'), control);
  writeFileSync(join(place, 'cgroup.procs'), '');
  return place;
};

test('groups are made below the nearest one that hands out both limits', () => {
  const top = groupAt(temporaryDirectory(), 'memory pids');
  const slice = groupAt(join(top, 'user.slice'), 'cpu memory pids');
  const scope = groupAt(join(slice, 'app.scope'), '');
  expect(baseAbove(scope, top)).toBe(slice);
  expect(baseAbove(groupAt(join(top, 'other'), 'memory'), top)).toBe(top);
});

test('nowhere is one made that would limit nothing', () => {
  const top = groupAt(temporaryDirectory(), 'hugetlb');
  expect(baseAbove(groupAt(join(top, 'a'), ''), top)).toBeUndefined();
});

test('a run joins its group before it starts, and what the kernel refused is said', () => {
  const base = temporaryDirectory();
  const group = makeRunGroup(sizeLimits([]), base);
  const [shell = '', ...before] = group?.before ?? [];
  const { stdout } = spawnSync(shell, [...before, 'sh', '-c', 'echo $$'], { encoding: 'utf8' });
  const procs = before.at(-1) ?? '';
  expect(readFileSync(procs, 'utf8')).toBe(stdout);
  expect(readFileSync(join(procs, '../pids.max'), 'utf8')).toBe('256');
  expect(readFileSync(join(procs, '../cpu.weight'), 'utf8')).toBe('30');
  expect(group?.why()).toBeUndefined();
  writeFileSync(join(procs, '../pids.events'), 'max 3\n');
  expect(group?.why()).toContain('256 processes');
  writeFileSync(join(procs, '../memory.events'), 'low 0\noom 1\noom_kill 2\n');
  expect(group?.why()).toContain('memory');
});
