import type { Format, FormatName } from './format.ts';
import { json, jsonc } from './json.ts';
import { toml } from './toml.ts';
import { yaml } from './yaml.ts';

export const FORMATS: Readonly<Record<FormatName, Format>> = { json, jsonc, toml, yaml };
