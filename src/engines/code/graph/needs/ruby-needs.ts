import type { FindOrigin, ManifestFiles, Origin, Requirement } from './requirement.ts';
import { RUBY_LIBRARIES } from './ruby-libraries.ts';

/** Bundler: what is required is a path in a gem, which mostly has its name. */
export function rubyOrigins(files: ManifestFiles): FindOrigin {
  const declaredIn = remembered((file: string) => readGemfile(files.read(file)));
  const lockedIn = remembered((file: string) => readLock(files.read(file)));
  return (from, module) => {
    const manifests = files.above(from, /^Gemfile$|^gems\.rb$|\.gemspec$/);
    const [lock] = files.above(from, /^Gemfile\.lock$|^gems\.locked$/);
    const declared = new Map(manifests.toReversed().flatMap((file) => [...declaredIn(file)]));
    const locked = lock === undefined ? new Map<string, string>() : lockedIn(lock);
    const names = [...new Set([...declared.keys(), ...locked.keys()])];
    const requirement = (name: string): Requirement => ({
      declared: declared.get(name)?.version,
      installed: locked.get(name),
      isDev: declared.get(name)?.isDev ?? false,
    });
    const known = candidates(module).find((name) => names.includes(name));
    if (known !== undefined) return { kind: 'package', name: known, requirement: requirement(known) };
    if (RUBY_LIBRARIES.has(module.split('/', 1)[0] ?? '')) return { kind: 'builtin' };
    return byName(module, names, requirement);
  };
}

/** `active_support/all` is of `activesupport`. */
function byName(
  module: string,
  names: readonly string[],
  requirement: (name: string) => Requirement,
): Origin {
  const wanted = candidates(module).map(plain);
  const name = names.find((one) => wanted.includes(plain(one)));
  return name === undefined
    ? { kind: 'unknown' }
    : { kind: 'package', name, requirement: requirement(name), isGuess: true };
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** `net/http/persistent` may be of `net-http-persistent`, `net-http` or `net`. */
function candidates(module: string): string[] {
  const parts = module.replace(/\.rb$/, '').split('/').slice(0, 10);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

function remembered<T>(make: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => {
    const found = known.get(file) ?? make(file);
    known.set(file, found);
    return found;
  };
}

type Declared = Map<string, { readonly version: string; readonly isDev: boolean }>;

const LONGEST_LINE = 1000;
const GEM = /^\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+['"]([\w.-]+)['"]([^#]*)/;

function readGemfile(text: string): Declared {
  const found: Declared = new Map();
  let group = '';
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) continue;
    if (/^\s*group\b/.test(line)) group = line;
    else if (/^end\b/.test(line)) group = '';
    const [, name, rest = ''] = GEM.exec(line) ?? [];
    if (name === undefined) continue;
    const [first = ''] = rest.split(/:\s|=>/, 1);
    const versions = [...first.matchAll(/['"]([^'"]+)['"]/g)].map(([, version]) => version);
    const isDev =
      /development|test/.test(`${group}${/group[s:]/.test(rest) ? rest : ''}`) ||
      /add_development/.test(line);
    found.set(name, { version: versions.join(', ') || '*', isDev });
  }
  return found;
}

/** `    rails (7.1.2)`: what it needs in turn stands further in, with ranges. */
const readLock = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^ {4}([\w.-]{1,200}) \((\d[^)\n]{0,100})\)$/gm)].map(([, name = '', version = '']) => [
      name,
      version.replace(/-(?:x86|arm|aarch|universal|java).*$/, ''),
    ]),
  );
