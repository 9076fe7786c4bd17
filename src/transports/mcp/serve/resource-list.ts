import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Resource, ResourceLink } from '../../../core/tool/resource.ts';
import { inProtocolWords, type ServedParts } from '../sdk/sdk-parts.ts';
import { clientContext } from './client-context.ts';
import { unknownCursor } from './cursor.ts';
import { sealState, unsealState } from './request-state.ts';

/** Where a page ended: in the listing of this resource, at its own cursor. */
interface Position {
  readonly name: string;
  readonly cursor: string;
}

interface ListedLink extends ResourceLink {
  readonly description?: string;
  readonly size?: number;
}

/** resources/list page by page; the SDK's own handler for it knows no pages. */
export function serveResourceList(
  { server }: McpServer,
  parts: ServedParts,
  resources: readonly Resource[],
): void {
  const templates = resources.filter(isTemplate);
  server.setRequestHandler('resources/list', async ({ params }, ctx) => {
    const start = inProtocolWords(() => positionOf(params?.cursor, templates, parts));
    const links: ListedLink[] = start
      ? []
      : [...resources.filter((resource) => !isTemplate(resource)).map(fixedLink), ...skillLinks(parts)];
    const from = start ? templates.findIndex(({ name }) => name === start.name) : 0;
    for (const template of templates.slice(from)) {
      const cursor = template.name === start?.name ? start.cursor : undefined;
      const page = await template.list?.(contextFor(template, parts, ctx), cursor);
      links.push(...(page?.links ?? []).map((link) => ({ ...about(template), ...link })));
      if (page?.nextCursor !== undefined)
        return {
          resources: links,
          nextCursor: seal({ name: template.name, cursor: page.nextCursor }, parts),
        };
    }
    return { resources: links };
  });
}

export const isTemplate = ({ uri }: Resource): boolean => uri.includes('{');

/** What a listing and the SDK's registration say of every address of a resource. */
export const about = ({ title, description, mimeType }: Resource) => ({
  title,
  description,
  ...(mimeType !== undefined && { mimeType }),
});

const fixedLink = (resource: Resource): ListedLink => ({
  uri: resource.uri,
  name: resource.name,
  ...about(resource),
});

const skillLinks = ({ skills }: ServedParts): ListedLink[] =>
  (skills?.entries ?? []).map(({ uri, frontmatter, resources }) => {
    const size = resources === 'dynamic' ? undefined : resources.find((file) => file.uri === uri)?.size;
    return {
      uri,
      name: frontmatter.name,
      description: frontmatter.description,
      mimeType: 'text/markdown',
      ...(size !== undefined && { size }),
    };
  });

const contextFor = (resource: Resource, parts: ServedParts, ctx: ServerContext) =>
  clientContext(parts, ctx, ['list', resource.name]);

const bindingOf = ({ caller }: ServedParts) => ({ principal: caller.principal, request: 'resources/list' });

const seal = (position: Position, parts: ServedParts): string =>
  sealState(parts.host.stateKey, position, bindingOf(parts));

function positionOf(
  cursor: string | undefined,
  templates: readonly Resource[],
  parts: ServedParts,
): Position | undefined {
  if (cursor === undefined) return undefined;
  // Sound: what opens with our key was sealed above.
  const position = unsealState(parts.host.stateKey, cursor, bindingOf(parts)) as Position | symbol;
  if (typeof position !== 'symbol' && templates.some(({ name }) => name === position.name)) return position;
  throw unknownCursor(cursor);
}
