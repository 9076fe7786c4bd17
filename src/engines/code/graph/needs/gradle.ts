import { parse } from 'smol-toml';
import type { Artifact } from './java-needs.ts';
import { ifShort } from './requirement.ts';

export interface GradleTexts {
  readonly build: string;
  /** gradle.properties, and the builds around. */
  readonly settings: readonly string[];
  /** libs.versions.toml */
  readonly catalog: string;
}

const LONGEST_LINE = 1000;
const CONFIGURATION =
  /^\s*["']?(\w*(?:implementation|api|compile|compileOnly|compileOnlyApi|runtime|runtimeOnly|annotationProcessor|kapt|ksp|providedCompile|providedRuntime))["']?[\s(]/i;
const NOTATION = /["']([\w.-]+):([\w.-]+)(?::([^"'@:]*))?[^"']*["']/;
const CATALOG_NAME = /\blibs\.([\w.]+)/;
const VARIABLE =
  /^\s*(?:(?:def|val|var|const|extra|ext)[\s.]+)*(\w[\w.]*)(?:\s*=\s*|\s+by\s+extra\()["']?([\w.+-]+)["']?\)?\s*;?$/;

/** What a build asks for: scripts are programs, and what is written plainly in them can be read. */
export function readGradle({ build, settings, catalog }: GradleTexts): Artifact[] {
  const variables = new Map([...settings, build].flatMap((text) => linesOf(text).flatMap(variableIn)));
  const libraries = catalog === '' ? new Map<string, Artifact>() : readCatalog(catalog);
  return linesOf(build).flatMap((line) => {
    const [, configuration] = CONFIGURATION.exec(line) ?? [];
    if (configuration === undefined) return [];
    const isDev = /test/i.test(configuration);
    return artifactsIn(line, variables, libraries).map((one) => ({ ...one, isDev }));
  });
}

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.length <= LONGEST_LINE && !/^\s*(\/\/|#|\*)/.test(line));

function variableIn(line: string): (readonly [string, string])[] {
  const [, name, written] = VARIABLE.exec(line) ?? [];
  const value = ifShort(written);
  return name === undefined || value === undefined || !/\d/.test(value) ? [] : [[name, value]];
}

function artifactsIn(
  line: string,
  variables: ReadonlyMap<string, string>,
  libraries: ReadonlyMap<string, Artifact>,
): Omit<Artifact, 'isDev'>[] {
  const [, key] = CATALOG_NAME.exec(line) ?? [];
  const library = key === undefined ? undefined : libraries.get(key.replace(/\.get$/, ''));
  if (library) return [library];
  const named = (field: string): string | undefined =>
    new RegExp(`\\b${field}\\s*[:=]\\s*["']([^"']+)["']`).exec(line)?.[1];
  const [, group = named('group'), artifact = named('name'), version = named('version')] =
    NOTATION.exec(line) ?? [];
  if (group === undefined || artifact === undefined) return [];
  const filled = ifShort(
    version?.replace(
      /\$\{?([\w.]+)\}?/g,
      (whole, name: string) => variables.get(name) ?? variables.get(name.replace(/^.*\./, '')) ?? whole,
    ),
  );
  const isKnown = filled !== undefined && filled !== '' && !filled.includes('$');
  return [{ name: `${group}:${artifact}`, ...(isKnown && { declared: filled }) }];
}

type Table = Record<string, unknown>;
const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null ? (value as Table) : {};
const text = (value: unknown): string | undefined => (typeof value === 'string' ? ifShort(value) : undefined);

/** Builds call `commons-lang` of the catalog `libs.commons.lang`. */
function readCatalog(source: string): Map<string, Artifact> {
  const { versions, libraries } = parsed(source);
  const found = new Map<string, Artifact>();
  for (const [key, written] of Object.entries(table(libraries))) {
    const [group, artifact, plain] = (text(written) ?? text(table(written).module) ?? '').split(':');
    const asked = table(written).version;
    const named = table(versions)[String(table(asked).ref)];
    const [version] = [plain, asked, named].flatMap((one) => versionIn(one) ?? []);
    const name = `${text(table(written).group) ?? group}:${text(table(written).name) ?? artifact}`;
    found.set(key.replaceAll(/[-_]/g, '.'), { name, ...(version && { declared: version }), isDev: false });
  }
  return found;
}

/** A version may be said as what is wanted at least, or must be. */
const versionIn = (value: unknown): string | undefined =>
  text(value) ?? text(table(value).strictly) ?? text(table(value).require) ?? text(table(value).prefer);

function parsed(source: string): Table {
  try {
    return parse(source);
  } catch {
    return {};
  }
}
