import * as z from 'zod';
import type { CatalogEntry, ToolAnnotations } from './registry.ts';
import type { Tool } from './tool.ts';

/** What registry, transports and documentation know of a tool; all of it follows from the definition. */
export function describeTool(tool: Tool): CatalogEntry {
  return {
    name: tool.name,
    pack: tool.pack,
    title: tool.title,
    description: tool.description,
    effects: tool.effects,
    risk: typeof tool.risk === 'function' ? 'dynamic' : tool.risk,
    ...(tool.alwaysChanges && { alwaysChanges: true }),
    isCore: tool.isCore ?? false,
    ...(tool.isText && { isText: true }),
    ...(tool.task !== undefined && { task: tool.task }),
    aliases: Object.fromEntries(
      Object.entries(tool.aliases).map(([name, { params }]) => [name, params ?? {}]),
    ),
    annotations: annotationsOf(tool),
    inputSchema: (tool.inputSchema ?? publishedSchema(tool.input, 'input')) as CatalogEntry['inputSchema'],
    // Fixtures answer with content of every kind, which no schema describes.
    ...(tool.pack !== 'conformance' && {
      outputSchema: publishedSchema(tool.output, 'output') as NonNullable<CatalogEntry['outputSchema']>,
    }),
  };
}

/** The hints must hold for every argument, so they follow from what the tool may do at most. */
function annotationsOf({ title, effects }: Tool): ToolAnnotations {
  const isReadOnly = effects.every((effect) => effect === 'read' || effect === 'network');
  return {
    title,
    readOnlyHint: isReadOnly,
    destructiveHint: effects.includes('delete') || effects.includes('exec'),
    idempotentHint: isReadOnly,
    openWorldHint: effects.includes('network') || effects.includes('exec'),
  };
}

function publishedSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  // What costs tokens and tells a model nothing is left out; the gate checks it all the same, and its error says it.
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.pattern;
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  return json;
}
