import { expect, test } from 'vitest';
import { changeInWords } from './change-in-words.ts';

test('a replacement and a content are shown as what is written', () => {
  expect(changeInWords({ file_path: 'a', old_string: 'x\ny', new_string: 'z' })).toBe('-x\n-y\n+z');
  expect(changeInWords({ path: 'a', content: 'x', explanation: 'to test' })).toBe('x');
});

test('whatever stands beside it is shown as well', () => {
  const both = changeInWords({
    file_path: 'b.js',
    content: 'run()',
    old_string: '// red',
    new_string: '// blue',
  });
  expect(both).toContain('run()');
  expect(both).toContain('// blue');
  expect(changeInWords({ file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true })).toBe(
    '{\n  "replace_all": true\n}\n-x\n+y',
  );
  expect(changeInWords({ notebook_path: 'n', new_source: '', edit_mode: 'delete', cell_id: 'TESTS' })).toBe(
    '{\n  "edit_mode": "delete",\n  "cell_id": "TESTS"\n}\n+',
  );
  expect(changeInWords({ path: 'a', content: 'x', Content: 'y' })).toContain('"Content": "y"');
  expect(changeInWords({ path: { file: 'x' }, content: 'y' })).toContain('"file": "x"');
});

test('a long text is not cut: the answer is bound to all of it', () => {
  expect(changeInWords({ path: 'a', content: 'x'.repeat(100_000) })).toHaveLength(100_000);
});
