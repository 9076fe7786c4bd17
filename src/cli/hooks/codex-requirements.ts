import { parse, stringify } from 'smol-toml';
import type { HookFile } from './hook-file.ts';
import { isOurs } from './hook-file.ts';
import type { Hooks } from './json-settings.ts';

type Data = Record<string, unknown>;

/** What holds for all projects. Without the feature said aloud, a project could switch managed hooks off as well. */
export const codexRequirements = (hooks: Hooks): HookFile => ({
  path: '/etc/codex/requirements.toml',
  installed: (current) => {
    const { hooks: present, features, ...rest } = parse(current ?? '');
    const all = Object.entries(hooks).map(([event, entry]) => [
      event,
      [...others((present as Data | undefined)?.[event]), entry],
    ]);
    return stringify({
      ...rest,
      features: { ...(features as Data | undefined), hooks: true },
      hooks: { ...(present as Data | undefined), ...Object.fromEntries(all) },
    });
  },
  removed: (current) => {
    const { hooks: present, features, ...rest } = parse(current);
    if (!Object.values((present as Data | undefined) ?? {}).some(holdsOurs)) return current;
    const left = Object.entries((present as Data | undefined) ?? {}).flatMap(([event, list]) => {
      const kept = others(list);
      return kept.length === 0 ? [] : [[event, kept] as const];
    });
    // Without a hook of anybody's, whether hooks are on says nothing.
    const { hooks: _, ...otherFeatures } = (features ?? {}) as Data;
    const kept = left.length > 0 ? (features as Data) : otherFeatures;
    const after = {
      ...rest,
      ...(Object.keys(kept ?? {}).length > 0 && { features: kept }),
      ...(left.length > 0 && { hooks: Object.fromEntries(left) }),
    };
    return Object.keys(after).length === 0 ? undefined : stringify(after);
  },
});

const isOurEntry = (entry: unknown): boolean =>
  ((entry as { hooks?: Data[] }).hooks ?? []).some(({ command }) => isOurs(command));
const holdsOurs = (list: unknown): boolean => Array.isArray(list) && list.some(isOurEntry);
const others = (list: unknown): unknown[] =>
  Array.isArray(list) ? list.filter((entry) => !isOurEntry(entry)) : [];
