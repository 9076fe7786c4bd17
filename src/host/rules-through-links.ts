import type { Rule } from '../core/approval/rule.ts';
import { realPathOf } from '../engines/files/open/real-path.ts';
import type { RuleStore } from '../store/rules.ts';

/**
 * A path that a rule refuses may go through links: where they lead is refused as well, and stays so for as long as this host
 * runs, since a command that may write can rename a link.
 */
export function rulesThroughLinks(rules: RuleStore): RuleStore {
  const known = new Map<string, Set<string>>();
  const follow = (rule: Rule): Rule => {
    const { id, verdict, pattern } = rule;
    if (verdict !== 'deny' || !pattern.paths) return rule;
    const led = known.get(id) ?? new Set();
    const given = new Set(pattern.paths);
    for (const place of pattern.paths.map(leadsTo)) if (!given.has(place)) led.add(place);
    known.set(id, led);
    return led.size === 0 ? rule : { ...rule, pattern: { ...pattern, paths: [...pattern.paths, ...led] } };
  };
  return {
    ...rules,
    list: () => {
      const all = rules.list();
      return all.some(({ verdict, pattern }) => verdict === 'deny' && pattern.paths) ? all.map(follow) : all;
    },
  };
}

/** Up to the first wildcard it is a place, as far as it is there. */
function leadsTo(glob: string): string {
  const fixed = /^\/(?:[^*?[\]{}\\/]+(?:\/|$))*/.exec(glob)?.[0] ?? '';
  const place = fixed.replace(/\/$/, '');
  // A real name is no pattern: `app/[slug]`.
  const real = realPathOf(place).replaceAll(/[*?[\]{}\\]/g, '\\$&');
  return place === '' ? glob : real + glob.slice(place.length);
}
