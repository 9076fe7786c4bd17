import { PACKS, type Pack } from '../../src/core/tool/packs.ts';
import type { CatalogEntry } from '../../src/core/tool/registry.ts';

/** docs/tools.md: every tool that clients can see. */
export function toolsPage(catalog: readonly CatalogEntry[]): string {
  const visible = catalog.filter(({ pack }) => !PACKS[pack].isHidden);
  const packs = [...new Set(visible.map(({ pack }) => pack))];
  return [
    '# Tools',
    '',
    'Generated from the definitions in `src/tools` by `npm run generate`; do not edit.',
    '',
    'Lines and columns count from 1 everywhere. A column counts UTF-16 units, as editors and language servers do: what stands behind 😀 is two further.',
    '',
    ...packs.flatMap((pack) => packSection(pack, visible)),
  ].join('\n');
}

const packSection = (pack: Pack, catalog: readonly CatalogEntry[]): string[] => [
  `## ${pack}`,
  '',
  `${PACKS[pack].about}.`,
  '',
  ...catalog.filter((entry) => entry.pack === pack).flatMap(toolSection),
];

function toolSection(entry: CatalogEntry): string[] {
  const aliases = Object.keys(entry.aliases);
  return [
    `### ${entry.name}`,
    '',
    entry.description,
    '',
    `Risk: ${entry.risk}. Effects: ${entry.effects.join(', ')}.${aliases.length > 0 ? ` Also called: ${aliases.map(code).join(', ')}.` : ''}`,
    '',
    ...table('Parameter', entry.inputSchema),
    ...table('Result', entry.outputSchema ?? { type: 'object' }),
  ];
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

function table(heading: string, schema: Readonly<Record<string, unknown>>): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>);
  if (properties.length === 0) return [];
  const required = new Set((schema.required ?? []) as string[]);
  return [
    `| ${heading} | Type | |`,
    '|---|---|---|',
    ...properties.map(
      ([name, property]) =>
        `| ${name}${required.has(name) ? '' : '?'} | ${typeOf(property)} | ${textOf(property)} |`,
    ),
    '',
  ];
}

const typeOf = ({ type, enum: values }: Property): string =>
  values ? values.map((value) => code(String(value))).join(', ') : (type ?? 'any');

const textOf = ({ description, default: value }: Property): string =>
  `${description ?? ''}${value === undefined ? '' : ` (default ${code(JSON.stringify(value))})`}`;

const code = (text: string): string => `\`${text}\``;
