import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeTools } from '../scripts/generate/catalog.ts';
import { toolsPage } from '../scripts/generate/tools-page.ts';
import { configSchema } from '../src/core/config.ts';
import { DEFAULT_PACKS, PACKS } from '../src/core/tool/packs.ts';
import { createRegistry } from '../src/core/tool/registry.ts';
import { callerWith } from '../src/host/agent.ts';
import { loadCatalog } from '../src/host/catalog.ts';
import { tools } from '../src/tools/index.ts';
import { createToolList } from '../src/transports/mcp/serve/tool-list.ts';

type Schema = Readonly<Record<string, unknown>>;

const catalog = loadCatalog();
const products = catalog.filter(({ pack }) => !PACKS[pack].isHidden);
const caller = callerWith(configSchema.parse({}), 'cli', {});
const listTools = createToolList({
  registry: createRegistry(catalog, tools),
  config: { clientAnswers: {} },
  rights: { asOfNow: (caller) => caller },
});

test('every tool has a legal name, a title and a described pack', () => {
  for (const { name, title, description, pack } of products) {
    expect(name, name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
    expect(title, name).toMatch(/^[A-Z].{2,59}$/);
    expect(description.length, name).toBeLessThan(1800);
    expect(PACKS[pack].about, name).not.toBe('');
  }
});

test('every field of every input is described and every schema is closed', () => {
  for (const { name, inputSchema, outputSchema } of products) {
    expect(undescribed(inputSchema), name).toEqual([]);
    expect(undescribed(outputSchema ?? {}), name).toEqual([]);
    expect(inputSchema.additionalProperties, name).toBe(false);
  }
});

test('every output is an object schema', () => {
  for (const { name, outputSchema } of products) expect(outputSchema, name).toMatchObject({ type: 'object' });
});

test('annotations follow from effects and risk', () => {
  for (const { name, effects, annotations, risk } of products) {
    const changes = effects.some((effect) => effect !== 'read' && effect !== 'network');
    expect(annotations, name).toMatchObject({
      readOnlyHint: !changes,
      destructiveHint: effects.includes('delete') || effects.includes('exec'),
      idempotentHint: expect.any(Boolean),
      openWorldHint: effects.includes('network') || effects.includes('exec'),
    });
    expect(effects, `${name} must say what it does at most`).not.toEqual([]);
    if (risk === 'HIGH' || risk === 'CRITICAL') expect(annotations.readOnlyHint, name).toBe(false);
  }
});

test('a tool with effects is asked about by default', () => {
  for (const { name, effects, risk } of products) {
    const changes = effects.some((effect) => effect !== 'read' && effect !== 'network');
    expect(changes && risk === 'SAFE', `${name} changes something and would run unasked`).toBe(false);
  }
});

test('every tool is served over MCP exactly as the catalogue has it', () => {
  const listed = listTools({ ...caller, packs: DEFAULT_PACKS }, undefined).tools;
  expect(listed).toEqual(
    products.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    })),
  );
  expect(listed).toMatchSnapshot();
});

test('the reference page and the catalogue match the source', async () => {
  const described = await describeTools();
  expect(JSON.parse(JSON.stringify(described))).toEqual(catalog);
  expect(readFileSync('docs/tools.md', 'utf8')).toBe(toolsPage(described));
});

test('every tool has a test that calls it through the gate', () => {
  const tests = globSync('{src,test}/**/*.test.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const untested = products.filter(({ name }) => !tests.includes(`call('${name}'`)).map(({ name }) => name);
  expect(untested).toEqual([]);
});

test('the list in read_only mode, in the core profile and with older names', () => {
  const names = (more: object) =>
    listTools({ ...caller, packs: ['filesystem'], ...more }, undefined).tools.map(({ name }) => name);
  expect(names({})).toEqual(expect.arrayContaining(['list_directory', 'read_file', 'write_file']));
  expect(names({ mode: 'read_only' })).toContain('read_file');
  expect(names({ mode: 'read_only' })).not.toContain('write_file');
  expect(names({ profile: 'core' })).toContain('edit_file');
  expect(names({ profile: 'core' })).not.toContain('get_file_info');
  const withOlder = names({ packs: ['filesystem', 'compat'] });
  expect(withOlder).toEqual(
    expect.arrayContaining(['read_file', 'ReadFileAsync', 'readFile', 'WriteFileAsync']),
  );
  expect(withOlder).not.toContain('filesystem/read');
});

/** Paths of properties without a description. */
function undescribed(schema: Schema, at = ''): string[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const items = schema.items as Schema | undefined;
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(typeof property.description === 'string' && property.description !== '' ? [] : [`${at}/${name}`]),
      ...undescribed(property, `${at}/${name}`),
    ]),
    ...(items ? undescribed(items, `${at}[]`) : []),
  ];
}
