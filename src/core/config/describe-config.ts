import type * as z from 'zod';
import { configSchema } from '../config.ts';
import type { ConfigKey } from './config-keys.ts';

/** Every key of the configuration, nested ones by their whole path. */
export const describeConfig = (): ConfigKey[] => keysOf(configSchema, []);

const envName = (path: readonly string[]): string =>
  `TOOLGATE_${path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()).join('_')}`;

/** Where a shorter name was chosen. */
const chosenName = (field: z.ZodType): string | undefined => {
  const env = field.meta()?.env;
  return typeof env === 'string' ? env : undefined;
};

function keysOf(schema: z.ZodObject, above: readonly string[]): ConfigKey[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const path = [...above, name];
    const { inner, defaultValue } = withoutDefault(field as z.ZodType);
    if (inner.def.type === 'object') return keysOf(inner as z.ZodObject, path);
    return [
      {
        path,
        env: chosenName(field as z.ZodType) ?? envName(path),
        description: describe(field as z.ZodType),
        defaultValue,
        kind: kindOf(inner),
      },
    ];
  });
}

// zod keeps the text on whichever wrapper `.describe()` was called on.
const describe = (field: z.ZodType): string => field.description ?? '';

interface Wrapper {
  readonly innerType: z.ZodType;
  readonly defaultValue: unknown;
}

function withoutDefault(field: z.ZodType): { inner: z.ZodType; defaultValue: unknown } {
  if (field.def.type !== 'default' && field.def.type !== 'prefault')
    return { inner: field, defaultValue: undefined };
  // Sound: these are the two fields of zod's default and prefault definitions.
  const { innerType, defaultValue } = field.def as unknown as Wrapper;
  return { inner: innerType, defaultValue };
}

function kindOf(schema: z.ZodType): ConfigKey['kind'] {
  if (schema.def.type === 'number' || schema.def.type === 'boolean' || schema.def.type === 'record')
    return schema.def.type;
  return schema.def.type === 'array' ? 'list' : 'string';
}
