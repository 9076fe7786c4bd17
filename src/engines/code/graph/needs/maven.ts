import { join } from 'node:path/posix';
import { parseXml, type XmlElement } from '../../../test-reports/xml.ts';
import type { Artifact } from './java-needs.ts';
import { folderOf } from './manifest-files.ts';
import { ifShort, type ManifestFiles } from './requirement.ts';

/** Parents in a circle have no end. */
const MOST_PARENTS = 20;

/** What a pom.xml asks for, with what its parents in the repository set for it. */
export function readMaven(file: string, files: ManifestFiles): Artifact[] {
  const chain = withParents(file, files);
  const properties = propertiesOf(chain);
  const filled = (text: string | undefined): string | undefined => text && ifShort(fill(text, properties));
  const managed = new Map(
    chain
      .toReversed()
      .flatMap((one) => dependenciesIn(childOf(one, 'dependencyManagement')))
      .map((one) => [nameOf(one, filled), filled(textOf(one, 'version'))]),
  );
  return chain.flatMap((one) =>
    dependenciesIn(one).map((dependency) => {
      const name = nameOf(dependency, filled);
      const version = filled(textOf(dependency, 'version')) ?? managed.get(name);
      // What no file here sets is not known.
      const isKnown = version !== undefined && !REFERENCE.test(version);
      return {
        name,
        ...(isKnown && { declared: version }),
        isDev: filled(textOf(dependency, 'scope')) === 'test',
      };
    }),
  );
}

function withParents(file: string, files: ManifestFiles): XmlElement[] {
  const chain: XmlElement[] = [];
  for (let at: string | undefined = file; at !== undefined && chain.length < MOST_PARENTS; ) {
    const project = parseXml(files.read(at)).find(({ name }) => name === 'project');
    if (!project) break;
    chain.push(project);
    const parent = childOf(project, 'parent');
    const place = parent && (textOf(parent, 'relativePath') ?? '../pom.xml');
    const path: string | undefined = place ? join(folderOf(at), place) : undefined;
    at = path === undefined || path.endsWith('.xml') ? path : join(path, 'pom.xml');
  }
  return chain;
}

/** The innermost counts. */
function propertiesOf(chain: readonly XmlElement[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const project of chain.toReversed()) {
    for (const { name, text } of childOf(project, 'properties')?.children ?? []) {
      const value = ifShort(text.trim());
      if (value !== undefined) found.set(name, value);
    }
    const parent = childOf(project, 'parent');
    for (const field of ['groupId', 'version', 'artifactId']) {
      const inherited = parent && textOf(parent, field);
      const own = textOf(project, field) ?? (field === 'artifactId' ? undefined : inherited);
      if (inherited !== undefined) found.set(`project.parent.${field}`, inherited);
      if (own !== undefined) found.set(`project.${field}`, own);
    }
  }
  return found;
}

const MOST_ROUNDS = 10;
const REFERENCE = /\$\{[^{}]+\}/;
/** A property may be made of others; one that holds itself would grow without end. */
function fill(text: string, properties: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let round = 0; round < MOST_ROUNDS && REFERENCE.test(filled) && ifShort(filled) !== undefined; round++)
    filled = filled.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
  return filled;
}

const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((one) => one.name === name);

const textOf = (element: XmlElement, name: string): string | undefined =>
  ifShort(childOf(element, name)?.text.trim());

const dependenciesIn = (element: XmlElement | undefined): readonly XmlElement[] =>
  (element && childOf(element, 'dependencies')?.children) ?? [];

const nameOf = (dependency: XmlElement, filled: (text: string | undefined) => string | undefined): string =>
  `${filled(textOf(dependency, 'groupId')) ?? ''}:${filled(textOf(dependency, 'artifactId')) ?? ''}`;
