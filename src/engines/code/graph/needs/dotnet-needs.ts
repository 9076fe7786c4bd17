import { elementsNamed, parseXml, type XmlElement } from '../../../test-reports/xml.ts';
import { type FindOrigin, ifShort, type ManifestFiles } from './requirement.ts';

/** NuGet: no file says which namespaces a package has; most begin with its name. */
export function dotnetOrigins(files: ManifestFiles): FindOrigin {
  const declaredBy = new Map<string, ReadonlyMap<string, string | undefined>>();
  const declared = (projects: readonly string[], central: string | undefined) => {
    const key = `${projects.join('\0')}\0${central ?? ''}`;
    const known = declaredBy.get(key) ?? readProjects(files, projects, central);
    declaredBy.set(key, known);
    return known;
  };
  return (from, module) => {
    const projects = files.above(from, /\.(cs|fs|vb)proj$|^Directory\.Build\.props$/);
    const [central] = files.above(from, /^Directory\.Packages\.props$/);
    const needs = declared(projects, central);
    const name = [...needs.keys()]
      .filter((id) => `${module}.`.toLowerCase().startsWith(`${id.toLowerCase()}.`))
      .sort((a, b) => b.length - a.length)[0];
    if (name === undefined) return { kind: /^(System|Microsoft)(\.|$)/.test(module) ? 'builtin' : 'unknown' };
    const [lock] = files.above(from, /^packages\.lock\.json$/);
    const requirement = {
      declared: needs.get(name),
      installed: lock === undefined ? undefined : lockedVersion(files.read(lock), name),
      isDev: false,
    };
    return { kind: 'package', name, requirement, isGuess: true };
  };
}

/** The version of a package may stand in a file for all projects, and in a property. */
function readProjects(
  files: ManifestFiles,
  projects: readonly string[],
  central: string | undefined,
): ReadonlyMap<string, string | undefined> {
  const shared = central === undefined ? [] : parseXml(files.read(central));
  const own = projects.map((file) => parseXml(files.read(file)));
  const properties = new Map(
    [shared, ...own.toReversed()].flatMap((document) =>
      elementsNamed(document, 'PropertyGroup').flatMap(({ children }) =>
        children.flatMap(({ name, text }) => {
          const value = ifShort(text.trim());
          return value === undefined ? [] : [[name.toLowerCase(), value] as const];
        }),
      ),
    ),
  );
  const filled = (version: string | undefined): string | undefined =>
    ifShort(
      version?.replace(
        /\$\(([\w.]+)\)/g,
        (whole, name: string) => properties.get(name.toLowerCase()) ?? whole,
      ),
    );
  const versions = new Map(
    elementsNamed(shared, 'PackageVersion').map((one) => [one.attributes.Include, versionOf(one)]),
  );
  const found = new Map<string, string | undefined>();
  for (const document of own)
    for (const one of elementsNamed(document, 'PackageReference')) {
      const id = one.attributes.Include;
      if (id !== undefined && !found.has(id)) found.set(id, filled(versionOf(one) ?? versions.get(id)));
    }
  return found;
}

const versionOf = ({ attributes, children }: XmlElement): string | undefined =>
  ifShort(
    attributes.VersionOverride ??
      attributes.Version ??
      children.find(({ name }) => name === 'Version')?.text.trim(),
  );

function lockedVersion(text: string, id: string): string | undefined {
  try {
    // Sound: what is no such file has no such fields, or throws.
    const { dependencies } = JSON.parse(text) as {
      dependencies: Record<string, Record<string, { resolved?: unknown }>>;
    };
    const versions = Object.values(dependencies).map((one) => one[id]?.resolved);
    return versions.find((version) => typeof version === 'string') as string | undefined; // Sound: so it is found.
  } catch {
    return undefined;
  }
}
