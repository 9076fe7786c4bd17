import * as z from 'zod';
import { PROJECT_KEYS } from '../../src/core/config/config-keys.ts';
import { describeConfig } from '../../src/core/config/describe-config.ts';
import { configSchema } from '../../src/core/config.ts';

/** docs/config.md: every key with its environment name, flag, default and meaning. */
export function configPage(): string {
  return [
    '# Configuration',
    '',
    'Generated from `src/core/config.ts` by `npm run generate`; do not edit.',
    '',
    'Read in this order, the first that says something wins: flag, environment, `toolgate.json` of the project,',
    '`~/.toolgate/config.json`, default. A project file may only narrow what the user allows; it can hold',
    `${PROJECT_KEYS.map((key) => `\`${key}\``).join(', ')}. Editors get completion with`,
    '`"$schema": "<path to toolgate>/docs/config.schema.json"`.',
    '',
    '| Key | Environment | Default | |',
    '|---|---|---|---|',
    ...describeConfig().map(
      ({ path, env, defaultValue, description }) =>
        `| \`${path.join('.')}\` | ${env === '' ? 'none' : `\`${env}\``} | \`${JSON.stringify(defaultValue)}\` | ${description} |`,
    ),
    '',
    'Lists are written with commas in the environment, records as JSON.',
    '',
  ].join('\n');
}

/** What the program knows of its configuration without the schema. */
export const configFacts = (): object => ({ keys: describeConfig(), defaults: configSchema.parse({}) });

/** The JSON Schema for editors; `$schema` itself is allowed in the file. */
export function configSchemaFile(): object {
  const schema = z.toJSONSchema(configSchema, { io: 'input' });
  return { ...schema, properties: { $schema: { type: 'string' }, ...schema.properties } };
}
