import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import * as z from 'zod';
import manifestSchema from '../../node_modules/@anthropic-ai/mcpb/dist/mcpb-manifest-v0.3.schema.json' with {
  type: 'json',
};

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const pkg = read('package.json');
const server = read('server.json');
const manifest = read('packaging/manifest.json');

const input = {
  description: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).optional(),
  value: z.string().optional(),
};
const argument = z.discriminatedUnion('type', [
  z
    .strictObject({ ...input, type: z.literal('positional'), valueHint: z.string().optional() })
    .refine(({ value, valueHint }) => value !== undefined || valueHint !== undefined),
  z.strictObject({
    ...input,
    type: z.literal('named'),
    name: z.string(),
    isRepeated: z.boolean().optional(),
  }),
]);

/** What the registry's schema of 2025-12-11 says of the fields we use; a field it does not have is refused here. */
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  packages: z
    .array(
      z.strictObject({
        registryType: z.enum(['npm', 'oci', 'mcpb']),
        identifier: z.string(),
        version: z.string().regex(/^\d+\.\d+\.\d+/),
        runtimeHint: z.string(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(argument),
        environmentVariables: z.array(z.strictObject({ ...input, name: z.string() })),
      }),
    )
    .min(1),
});

test('server.json is what the registry takes', () => {
  expect(serverSchema.safeParse(server)).toMatchObject({ success: true });
  for (const wrong of [{ description: 'x'.repeat(101) }, { name: 'toolgate' }, { registry: 'x' }])
    expect(serverSchema.safeParse({ ...server, ...wrong }).success).toBe(false);
});

test('all of them name the same server, package and version', () => {
  const [npm] = server.packages;
  expect({ server: server.version, npm: npm.version, bundle: manifest.version }).toEqual({
    server: pkg.version,
    npm: pkg.version,
    bundle: pkg.version,
  });
  expect([npm.identifier, manifest.name]).toEqual([pkg.name, pkg.name]);
  expect(pkg.mcpName).toBe(server.name);
  expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain(
    `io.modelcontextprotocol.server.name="${server.name}"`,
  );
  const said = [pkg.description, manifest.description];
  expect(new Set(said).size).toBe(1);
});

test('the manifest of the bundle fits its published schema', () => {
  const ajv = new Ajv({ strict: false, formats: { uri: true, email: true } });
  const validate = ajv.compile(manifestSchema);
  validate(manifest);
  expect(validate.errors).toBeNull();
  expect(validate({ ...manifest, server: { type: 'node' } })).toBe(false);
  expect(manifest.server.entry_point).toBe(pkg.bin.toolgate);
  expect(manifest.compatibility.runtimes.node).toBe(pkg.engines.node);
});
