import type { Caller } from '../call/caller.ts';
import type { CatalogEntry } from '../tool/registry.ts';

/** True unless it is known beforehand that the tool only reads: what depends on the arguments is not known. */
export function requiresConfirmation(
  entry: CatalogEntry | undefined,
  { toolPermissions }: Pick<Caller, 'toolPermissions'>,
): boolean {
  if (!entry?.annotations.readOnlyHint) return true;
  if (entry.risk !== 'SAFE' && entry.risk !== 'LOW') return true;
  return (toolPermissions[entry.name] ?? 'allowed') !== 'allowed';
}
