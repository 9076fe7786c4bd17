import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { suggestion } from '../core/text/nearest.ts';

export type Permissions = Config['toolPermissions'];

const STRICTNESS = ['blocked', 'confirm', 'allowed'] as const;

export const stricterOf = (a: Permissions[string], b: Permissions[string]): Permissions[string] =>
  STRICTNESS.indexOf(a) <= STRICTNESS.indexOf(b) ? a : b;

/** All of both, the stricter word where they differ. */
export const strictest = (a: Permissions, b: Permissions): Permissions => ({
  ...a,
  ...Object.fromEntries(Object.entries(b).map(([tool, word]) => [tool, stricterOf(a[tool] ?? word, word)])),
});

/** The stricter of both; allowed is only what both allow, since a tool that is not named is judged as ever. */
export const inBoth = (a: Permissions, b: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(strictest(a, b)).filter(
      ([tool, word]) => word !== 'allowed' || (a[tool] !== undefined && b[tool] !== undefined),
    ),
  );

/** What both let run unasked. */
export const approvedByBoth = (
  one: Config['autoApprove'],
  other: Config['autoApprove'],
): Config['autoApprove'] => ({
  enabled: one.enabled && other.enabled,
  tools: one.tools.filter((tool) => other.tools.includes(tool)),
});

/** What was chosen for an agent, if anything was, as far as the configuration says it, too. */
export const approvedInBoth = (
  chosen: Config['autoApprove'] | undefined,
  configured: Config['autoApprove'],
): Config['autoApprove'] | undefined => chosen && approvedByBoth(chosen, configured);

/** By the one name of each tool. A name that is none would be a setting without effect, and nobody would know. */
export async function namedPermissions(
  permissions: Permissions,
  place: string,
  toolModules: readonly string[] = [],
): Promise<Permissions> {
  const written = Object.entries(permissions);
  if (written.length === 0) return permissions;
  const names = await toolNames(toolModules);
  const named: Record<string, Permissions[string]> = {};
  for (const [one, wanted] of written) {
    const name = names.get(one);
    if (name === undefined)
      throw new UsageError(
        `${place}: toolPermissions: there is no tool "${one}"${suggestion(one, [...names.keys()])}`,
      );
    named[name] = stricterOf(named[name] ?? wanted, wanted);
  }
  return named;
}

/** Older names, too. Most configurations name no tool, so that the catalogue is loaded for those that do. */
async function toolNames(toolModules: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [{ loadCatalog }, { loadToolModules }] = await Promise.all([
    import('./catalog.ts'),
    import('./tool-modules.ts'),
  ]);
  const { entries } = await loadToolModules(toolModules);
  return new Map(
    [...loadCatalog(), ...entries].flatMap(({ name, aliases }) =>
      [name, ...Object.keys(aliases)].map((one): [string, string] => [one, name]),
    ),
  );
}
