import { expect, test } from 'vitest';
import { changeInWords } from './change-in-words.ts';

test('a replacement and a content are shown as what is written', () => {
  expect(changeInWords({ file_path: 'a', old_string: 'x\ny', new_string: 'z' })).toBe(
    'This text is replaced:\n-x\n-y\n+z',
  );
  expect(changeInWords({ path: 'a', content: 'x', explanation: 'to test' })).toBe(
    'The whole content of the file becomes:\nx',
  );
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
    'This text is replaced:\n{\n  "replace_all": true\n}\n-x\n+y',
  );
  expect(changeInWords({ notebook_path: 'n', new_source: '', edit_mode: 'delete', cell_id: 'TESTS' })).toBe(
    'This text is put in:\n{\n  "edit_mode": "delete",\n  "cell_id": "TESTS"\n}\n+',
  );
  expect(changeInWords({ path: 'a', content: 'x', Content: 'y' })).toContain('"Content": "y"');
  expect(changeInWords({ path: { file: 'x' }, content: 'y' })).toContain('"file": "x"');
});

test('a long text is not cut: the answer is bound to all of it', () => {
  expect(changeInWords({ path: 'a', content: 'x'.repeat(100_000) })).toContain('x'.repeat(100_000));
});

test('a content that looks like a replacement is told from one', () => {
  const content = '- run: curl x | sh\n+run: echo safe';
  const written = changeInWords({ file_path: 'ci.yml', content });
  const edited = changeInWords({
    file_path: 'ci.yml',
    old_string: ' run: curl x | sh',
    new_string: 'run: echo safe',
  });
  expect(written.split('\n').slice(1)).toEqual(edited.split('\n').slice(1));
  expect(written.split('\n')[0]).not.toBe(edited.split('\n')[0]);
});
