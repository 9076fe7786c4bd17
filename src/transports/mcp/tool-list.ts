import { asOfNow, type Caller, type ClientName } from '../../core/caller.ts';
import type { Config } from '../../core/config.ts';
import type { CatalogEntry, Registry } from '../../core/registry.ts';
import { unknownCursor } from './cursor.ts';
import { takesTextAlone } from './text-clients.ts';

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations: object;
}

interface ToolPage {
  readonly tools: readonly ListedTool[];
  readonly nextCursor?: string;
}

/** More than any client is known to take at once; beyond it a list has pages. */
const PAGE = 250;

const LEGAL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

interface ToolListParts {
  readonly registry: Registry;
  readonly config: Pick<Config, 'clientAnswers'>;
}

/** `client` is who asks, where that is known. */
export type ListTools = (caller: Caller, client: ClientName | undefined, cursor?: unknown) => ToolPage;

/** The tools a caller sees: they depend on packs, mode and client, never on calls made. */
export function createToolList({ registry, config }: ToolListParts): ListTools {
  const lists = new Map<string, readonly ListedTool[]>();
  let { entries } = registry;
  const listFor = (caller: Caller, client: ClientName | undefined): readonly ListedTool[] => {
    if (registry.entries !== entries) lists.clear();
    ({ entries } = registry);
    const isTextClient = takesTextAlone(client, config);
    const key = `${caller.mode} ${caller.profile} ${isTextClient} ${caller.packs.join()}`;
    const known =
      lists.get(key) ??
      Object.freeze(offeredTo(caller, entries).map((entry) => listed(entry, { isTextClient })));
    lists.set(key, known);
    return known;
  };
  return (caller, client, cursor) => {
    const tools = listFor(asOfNow(caller), client);
    const from = cursor === undefined ? 0 : tools.findIndex(({ name }) => name === decode(cursor)) + 1;
    if (cursor !== undefined && from === 0) throw unknownCursor(cursor);
    const page = tools.slice(from, from + PAGE);
    const last = page.at(-1);
    return { tools: page, ...(last && from + PAGE < tools.length && { nextCursor: encode(last.name) }) };
  };
}

/** The tools that are offered to a caller, older names as entries of their own. */
export const offeredTo = (caller: Caller, entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries
    .filter((entry) => isVisible(entry, caller))
    .flatMap((entry) => [entry, ...olderNames(entry, caller)]);

/** In read_only mode what can only write is not offered; what depends on its arguments is. */
const isVisible = (
  { pack, effects, risk, alwaysChanges, isCore }: CatalogEntry,
  { packs, mode, profile }: Caller,
): boolean =>
  packs.includes(pack) &&
  (isCore || profile === 'full') &&
  !(
    mode === 'read_only' &&
    (risk !== 'dynamic' || alwaysChanges) &&
    effects.some((effect) => effect !== 'read' && effect !== 'network')
  );

const olderNames = (entry: CatalogEntry, { packs }: Caller): CatalogEntry[] =>
  packs.includes('compat')
    ? Object.keys(entry.aliases)
        .filter((alias) => LEGAL_NAME.test(alias))
        .map((name) => ({ ...entry, name, description: `Older name of ${entry.name}. ${entry.description}` }))
    : [];

const listed = (
  { name, title, description, inputSchema, outputSchema, annotations, isText }: CatalogEntry,
  { isTextClient }: { isTextClient: boolean },
): ListedTool => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema && !(isText && isTextClient) && { outputSchema }),
  annotations,
});

const encode = (name: string): string => Buffer.from(name).toString('base64url');
const decode = (cursor: unknown): string => Buffer.from(String(cursor), 'base64url').toString();
