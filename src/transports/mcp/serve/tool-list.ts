import type { Caller, ClientName } from '../../../core/call/caller.ts';
import type { Config } from '../../../core/config.ts';
import { offeredTo } from '../../../core/tool/offered-tools.ts';
import type { CatalogEntry, Registry } from '../../../core/tool/registry.ts';
import type { Host } from '../../../host/create-host.ts';
import { leanList } from '../lean/lean-list.ts';
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

interface ToolListParts {
  readonly registry: Registry;
  readonly config: Pick<Config, 'clientAnswers'>;
  readonly rights: Pick<Host['rights'], 'asOfNow'>;
}

/** `client` is who asks, where that is known. */
export type ListTools = (caller: Caller, client: ClientName | undefined, cursor?: unknown) => ToolPage;

/** The tools a caller sees: they depend on packs, mode and client, never on calls made. */
export function createToolList({ registry, config, rights }: ToolListParts): ListTools {
  const lists = new Map<string, readonly ListedTool[]>();
  let { entries } = registry;
  const listFor = (caller: Caller, client: ClientName | undefined): readonly ListedTool[] => {
    if (registry.entries !== entries) lists.clear();
    ({ entries } = registry);
    const isTextClient = takesTextAlone(client, config);
    const key = `${caller.mode} ${caller.profile} ${isTextClient} ${caller.packs.join()}`;
    const known =
      lists.get(key) ??
      Object.freeze(
        caller.profile === 'lean'
          ? leanList(offeredTo(caller, entries))
          : offeredTo(caller, entries).map((entry) => listed(entry, { isTextClient })),
      );
    lists.set(key, known);
    return known;
  };
  return (caller, client, cursor) => {
    const tools = listFor(rights.asOfNow(caller), client);
    const after = cursor === undefined ? undefined : decode(cursor);
    const from = after === undefined ? 0 : tools.findIndex(({ name }) => name === after) + 1;
    if (cursor !== undefined && from === 0) throw unknownCursor(cursor);
    const page = tools.slice(from, from + PAGE);
    const last = page.at(-1);
    return { tools: page, ...(last && from + PAGE < tools.length && { nextCursor: encode(last.name) }) };
  };
}

const listed = (
  { name, title, description, inputSchema, outputSchema, annotations }: CatalogEntry,
  { isTextClient }: { isTextClient: boolean },
): ListedTool => ({
  name,
  title,
  description,
  inputSchema,
  // Client libraries take an answer without data for an error where a schema promises some.
  ...(outputSchema && !isTextClient && { outputSchema }),
  annotations,
});

const encode = (name: string): string => Buffer.from(name).toString('base64url');
const decode = (cursor: unknown): string => Buffer.from(String(cursor), 'base64url').toString();
