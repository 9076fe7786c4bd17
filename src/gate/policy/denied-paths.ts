import type { Rule } from '../../core/approval/rule.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import { fitsPath } from './match-rule.ts';
import type { RuleSubject } from './rule-subject.ts';
import { doesTheSame } from './same-tools.ts';

/**
 * What a call must not reach on its way, though it names something else: a search that starts above it, a link that
 * leads there, a command. Undefined for most, since hardly anybody refuses paths.
 */
export function deniedPaths(
  rules: readonly Rule[],
  subject: Pick<RuleSubject, 'tool' | 'session'>,
): DeniedPaths | undefined {
  const globs = rules.flatMap(({ verdict, tool, session, pattern }) =>
    verdict === 'deny' &&
    (tool === '*' || tool === subject.tool || doesTheSame(subject.tool, tool)) &&
    (session === null || session === subject.session)
      ? (pattern.paths ?? [])
      : [],
  );
  if (globs.length === 0) return undefined;
  const places = globs.map(wholePlace).filter((place) => place !== undefined);
  return { places, includes: (path) => places.includes(path) || globs.some((glob) => fitsPath(path, glob)) };
}

/** `/p/secret` of `/p/secret/**`; a pattern that picks some names out of many names no place. */
function wholePlace(glob: string): string | undefined {
  const place = glob.replace(/(\/\*\*)?\/?$/, '');
  const isPattern = /[*?[\]{}\\]/.test(place.replaceAll(/\\./g, ''));
  return place.startsWith('/') && !isPattern ? place.replaceAll(/\\(.)/g, '$1') : undefined;
}
