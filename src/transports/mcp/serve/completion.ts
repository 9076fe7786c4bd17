import type { McpServer } from '@modelcontextprotocol/server';
import type { ServedParts } from '../sdk/sdk-parts.ts';
import { clientContext } from './client-context.ts';
import { findPrompt } from './prompts.ts';

/** The most values one answer may hold, by the specification. */
const MOST = 100;

/** completion/complete for the arguments of prompts and the parts of resource addresses. */
export function serveCompletion({ server }: McpServer, parts: ServedParts): void {
  server.setRequestHandler('completion/complete', async (request, ctx) => {
    const { ref, argument } = request.params;
    const complete =
      ref.type === 'ref/prompt'
        ? findPrompt(ref.name, parts).arguments[argument.name]?.complete
        : parts.host.resources.find(({ uri }) => uri === ref.uri)?.complete?.[argument.name];
    const values =
      (await complete?.(argument.value, clientContext(parts, ctx, ['complete', argument.name]))) ?? [];
    return {
      completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST },
    };
  });
}
