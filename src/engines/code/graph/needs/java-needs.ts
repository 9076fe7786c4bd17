import { join } from 'node:path/posix';
import { foldersAbove } from '../packages.ts';
import { readGradle } from './gradle.ts';
import { readMaven } from './maven.ts';
import type { FindOrigin, ManifestFiles, Origin } from './requirement.ts';

/** A package of Maven's world, as `group:artifact`. */
export interface Artifact {
  readonly name: string;
  readonly declared?: string;
  readonly isDev: boolean;
}

/** Maven and Gradle: no file says which Java packages an artifact has; most begin with its group. */
export function javaOrigins(files: ManifestFiles): FindOrigin {
  const known = new Map<string, readonly Artifact[]>();
  const artifactsOf = (file: string): readonly Artifact[] => {
    const found = known.get(file) ?? (file.endsWith('.xml') ? readMaven(file, files) : gradleOf(file, files));
    known.set(file, found);
    return found;
  };
  return (from, module) => {
    if (module.startsWith('java.')) return { kind: 'builtin' };
    const manifests = files.above(from, /^(pom\.xml|build\.gradle(\.kts)?)$/);
    const [lock] = files.above(from, /^gradle\.lockfile$/);
    const locked = lock === undefined ? new Map<string, string>() : readLock(files.read(lock));
    const artifacts = new Map(
      manifests
        .toReversed()
        .flatMap(artifactsOf)
        .map((one) => [one.name, one]),
    );
    const found = bestFor(module, [...artifacts.values()]);
    // Some of javax comes with Java, some in packages.
    if (!found) return { kind: module.startsWith('javax.') ? 'builtin' : 'unknown' };
    const { name, declared, isDev } = found;
    const requirement = { declared, installed: locked.get(name), isDev };
    return { kind: 'package', name, requirement, isGuess: true } satisfies Origin;
  };
}

function gradleOf(file: string, files: ManifestFiles): Artifact[] {
  const around = files
    .above(file, /^(gradle\.properties|build\.gradle(\.kts)?)$/)
    .filter((one) => one !== file);
  const catalogs = foldersAbove(file).map((folder) => files.read(join(folder, 'gradle/libs.versions.toml')));
  return readGradle({
    build: files.read(file),
    settings: around.toReversed().map(files.read),
    catalog: catalogs.find((text) => text !== '') ?? '',
  });
}

/** `group:artifact:version=configurations` */
const readLock = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^([\w.-]{1,200}:[\w.-]{1,200}):([^=\s]{1,100})=/gm)].map(
      ([, name = '', version = '']) => [name, version],
    ),
  );

/** The one artifact whose group and words a module has in its name, if it is one. */
function bestFor(module: string, artifacts: readonly Artifact[]): Artifact | undefined {
  const parts = module.toLowerCase().split('.');
  const rated = artifacts
    .map((artifact) => ({ artifact, points: pointsOf(artifact.name.toLowerCase(), parts) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  const [best, next] = rated;
  return best && best.points > (next?.points ?? 0) ? best.artifact : undefined;
}

function pointsOf(name: string, parts: readonly string[]): number {
  const [group = '', artifact = ''] = name.split(':');
  const groupParts = group.split('.');
  const differing = groupParts.findIndex((part, at) => part !== parts[at]);
  const shared = differing === -1 ? groupParts.length : differing;
  const own = artifact.split(/[-_.]/).filter((word) => !groupParts.slice(0, shared).includes(word));
  const words = own.filter((word) => parts.includes(word)).length;
  const isNear = shared >= 2 || groupParts.length === 1;
  if (!isNear || (differing !== -1 && words === 0)) return 0;
  // A word that is not in the module speaks for another artifact of the group.
  return shared * 4 + words * 2 - (own.length - words);
}
