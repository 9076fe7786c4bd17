import { expect, test } from 'vitest';
import { testPlace } from '../../../../test/support/place.ts';
import { assessShell } from '../assess.ts';

// What a program prints is a word of another one: a format says whatever its author wants.
test.each([
  'sed "$(date +1eid)" a.ts',
  'sed "$(date \'+1e printf x | sh\')" a.ts',
  'sed $(git log -1 --format=1eid) a.ts',
  'sed -n $(date +1wMARK) a.ts',
  'sed "$(git log -1 --format=%s)" a.ts',
  'git log -1 $(date +--output=x)',
])('%s may run or write anything', (line) => {
  expect(['MEDIUM', 'HIGH', 'CRITICAL']).toContain(assessShell(line, testPlace).risk);
});

test.each([
  'echo "built $(date +%F)"',
  "echo $(date '+%Y-%m-%d %H:%M:%S')",
  'date -u +%Y-%m-%dT%H:%M:%SZ',
  'git show --stat $(git rev-parse HEAD)',
  'git diff --stat $(git merge-base main HEAD)',
  'git show --stat $(git log -1 --format=%H)',
  'git log --oneline origin/$(git branch --show-current)',
])('%s is a read', (line) => {
  expect(['SAFE', 'LOW']).toContain(assessShell(line, testPlace).risk);
});

test('a text that nobody has read is no edit like another', () => {
  expect(assessShell('sed -i "$(date +1eid)" a.ts', testPlace).risk).toBe('HIGH');
  expect(assessShell("sed -i 's/a/b/' a.ts", testPlace).risk).toBe('MEDIUM');
});
