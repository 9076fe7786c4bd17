import { expect, test } from 'vitest';
import type { CatalogEntry, Registration } from '../../core/tool/registry.ts';
import { normaliseArguments } from './parameter-names.ts';

const entry: CatalogEntry = {
  name: 'build',
  pack: 'ci',
  title: 'Build',
  description: 'Builds.',
  effects: ['exec'],
  risk: 'LOW',
  isCore: false,
  aliases: { BuildAsync: { path: 'projectPath' } },
  annotations: {
    title: 'Build',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  inputSchema: {
    type: 'object',
    properties: { projectPath: {}, timeoutMs: {}, dry_run: {}, path: {} },
  },
};

const normalise = (args: unknown, alias?: string) => {
  const registration: Registration = {
    entry,
    ...(alias !== undefined && { alias }),
    load: () => Promise.reject(new Error('Not needed')),
  };
  return normaliseArguments(args, registration);
};

test('published names stay as they are, without a copy', () => {
  const args = { projectPath: '/a', timeoutMs: 5, dry_run: true };
  expect(normalise(args)).toBe(args);
});

test('no arguments at all are an empty object', () => {
  expect([normalise(undefined), normalise({})]).toEqual([{}, {}]);
});

test('snake_case spellings become the published names', () => {
  expect(normalise({ project_path: '/a', timeout_ms: 5, dry_run: true })).toEqual({
    projectPath: '/a',
    timeoutMs: 5,
    dry_run: true,
  });
});

test('a parameter of an older name that means another one now is renamed only under that name', () => {
  expect(normalise({ path: '/a' }, 'BuildAsync')).toEqual({ projectPath: '/a' });
  expect(normalise({ path: '/a' })).toEqual({ path: '/a' });
});

test('a name that is unknown in any spelling is left for the validation to refuse', () => {
  expect(normalise({ no_such: 1, project_path: '/a' })).toEqual({ no_such: 1, projectPath: '/a' });
});

test('names that every object inherits are names like any other', () => {
  const args = JSON.parse('{"constructor":1,"toString":2,"__proto__":3,"project_path":"/a"}');
  const expected = JSON.parse('{"constructor":1,"toString":2,"__proto__":3,"projectPath":"/a"}');
  expect(Object.entries(normalise(args))).toEqual(Object.entries(expected));
  expect(Object.entries(normalise(args, 'BuildAsync'))).toEqual(Object.entries(expected));
});

test.each([[{ projectPath: '/a', project_path: '/b' }], [{ project_path: '/b', projectPath: '/a' }]])(
  'one parameter in two spellings is refused: %j',
  (args) => {
    expect(() => normalise(args)).toThrow('build got "projectPath" twice, also spelled "project_path"');
  },
);

test.each([
  ['text', 'a string'],
  [5, 'a number'],
  [[], 'an array'],
  [null, 'null'],
])('%j is refused as arguments', (args, kind) => {
  expect(() => normalise(args)).toThrow(`The arguments of build must be an object, not ${kind}`);
});

test('fields of objects and of lists are spelled either way, too', () => {
  const properties = { oldText: {}, newText: {} };
  const inputSchema = {
    type: 'object',
    properties: {
      edits: { type: 'array', items: { type: 'object', properties } },
      place: { type: 'object', properties: { startLine: {} } },
      env: { type: 'object', additionalProperties: { type: 'string' } },
    },
  } as const;
  const registration: Registration = {
    entry: { ...entry, inputSchema },
    load: () => Promise.reject(new Error('Not needed')),
  };
  const args = {
    edits: [{ old_text: 'a', newText: 'b' }],
    place: { start_line: 1 },
    env: { some_name: 'x' },
  };
  expect(normaliseArguments(args, registration)).toEqual({
    edits: [{ oldText: 'a', newText: 'b' }],
    place: { startLine: 1 },
    env: { some_name: 'x' },
  });
  expect(() => normaliseArguments({ edits: [{ old_text: 'a', oldText: 'b' }] }, registration)).toThrow(
    'build got "oldText" twice, also spelled "old_text"',
  );
  const plain = { edits: [{ oldText: 'a' }] };
  expect(normaliseArguments(plain, registration)).toBe(plain);
});

test('an older parameter name is taken under the own name too, where nothing else is called so', () => {
  const inputSchema = { type: 'object', properties: { projectPath: {} } } as const;
  const load = () => Promise.reject(new Error('Not needed'));
  const registration: Registration = { entry: { ...entry, inputSchema }, load };
  expect(normaliseArguments({ path: '/a' }, registration)).toEqual({ projectPath: '/a' });
  expect(() => normaliseArguments({ path: '/a', projectPath: '/b' }, registration)).toThrow('twice');
});
