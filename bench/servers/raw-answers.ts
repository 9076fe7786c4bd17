import { chosenTool } from './one-tool.ts';

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly arguments?: Record<string, string> };
}

const tool = chosenTool();
const { argument } = tool;

const LIST = {
  resultType: 'complete',
  tools: [
    {
      name: tool.name,
      description: tool.description,
      inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] },
    },
  ],
};
const INFO = { capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1.0.0' } };

/** The least a server can do: no check, no schema, no state. Undefined for a notification. */
export function answerTo({ id, method, params }: Request): string | undefined {
  if (id === undefined) return undefined;
  const result =
    method === 'tools/call'
      ? {
          resultType: 'complete',
          content: [{ type: 'text', text: tool.run(params?.arguments?.[argument] ?? '') }],
        }
      : method === 'tools/list'
        ? LIST
        : { protocolVersion: '2025-11-25', supportedVersions: ['2026-07-28'], ...INFO };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}
