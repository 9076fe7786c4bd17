import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffOf } from './diff.ts';

const LINES = fc.array(fc.constantFrom('a', 'b', '', 'x y', 'c\r'), { maxLength: 60 });

test('only the changed part is compared, and the diff is that of the whole texts', () => {
  fc.assert(
    fc.property(LINES, LINES, LINES, LINES, (head, old, now, tail) => {
      const [before, after] = [[...head, ...old, ...tail].join('\n'), [...head, ...now, ...tail].join('\n')];
      const names = [before === '' ? '/dev/null' : 'a/f', 'b/f'] as const;
      const options = { context: 3, stripTrailingCr: true };
      const whole = createTwoFilesPatch(...names, before, after, undefined, undefined, options);
      expect(diffOf('/f', before, after)).toBe(
        before === after ? '' : whole.slice(whole.indexOf('---')).replaceAll('\r', ''),
      );
    }),
  );
});

test('a file of millions of lines holds nobody up', () => {
  const long = '\n'.repeat(9_900_000);
  const before = process.cpuUsage();
  expect(diffOf('/f', long, 'x')).toBe('9900000 lines become 1; too much differs to show it');
  expect(diffOf('/f', long, `${long.slice(0, 5_000_000)}x\n${long.slice(5_000_000)}`)).toContain(
    '@@ -4999998,6 +4999998,7 @@\n \n \n \n+x\n',
  );
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
});

test('what stands behind a carriage return in a line is not shown as a part of that line', () => {
  const hidden = '// a note \rstart();\n';
  expect(diffOf('/f', 'a\n', `a\n${hidden}`)).toContain(`+${hidden}`);
  expect(diffOf('/f', 'a\r\nb\r\n', 'a\r\nc\r\n')).not.toContain('\r');
});
