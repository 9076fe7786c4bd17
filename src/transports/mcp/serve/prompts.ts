import { type McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { ToolError } from '../../../core/errors.ts';
import type { ClientContext, Prompt } from '../../../core/tool/prompt.ts';
import { RPC_CODES } from '../front/rpc.ts';
import type { ServedParts } from '../sdk/sdk-parts.ts';
import { withQuestions } from './client-context.ts';

/** prompts/list and prompts/get, from our own definitions. */
export function servePrompts({ server }: McpServer, parts: ServedParts): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: promptsFor(parts).map(listed) }));
  server.setRequestHandler('prompts/get', (request, ctx) => {
    const { name, arguments: given = {} } = request.params;
    const prompt = findPrompt(name, parts);
    const wrong = whatIsWrong(prompt, given);
    if (wrong !== undefined) throw new ProtocolError(RPC_CODES.invalidParams, wrong);
    return withQuestions(parts, ctx, ['prompt', name, given], async (context) => ({
      description: prompt.description,
      // Sound: our content blocks have MCP's shapes.
      messages: (await render(prompt, given, context)) as never[],
    }));
  });
}

/** An argument with a misspelt name would be answered for something else. */
function whatIsWrong(
  { name, arguments: known }: Prompt,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const missing = Object.entries(known).find(([key, { required }]) => required && given[key] === undefined);
  if (missing) return `The prompt ${name} needs "${missing[0]}": ${missing[1].description}`;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(known, key));
  if (unknown === undefined) return undefined;
  const names = Object.keys(known);
  return `The prompt ${name} has no argument "${unknown}"; ${names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`}`;
}

/** What a prompt refuses is wrong with its arguments, and said in its own words. */
async function render(prompt: Prompt, given: Readonly<Record<string, string>>, context: ClientContext) {
  try {
    return await prompt.render(given, context);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ProtocolError(RPC_CODES.invalidParams, `The prompt ${prompt.name}: ${error.message}`);
  }
}

export function findPrompt(name: string, parts: ServedParts): Prompt {
  const found = promptsFor(parts).find((prompt) => prompt.name === name);
  if (!found) throw new ProtocolError(RPC_CODES.invalidParams, `There is no prompt "${name}"`);
  return found;
}

const promptsFor = ({ host, caller }: ServedParts): Prompt[] =>
  host.prompts.filter(({ pack }) => caller.packs.includes(pack));

const listed = ({ name, title, description, arguments: args }: Prompt) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([key, { description: about, required }]) => ({
    name: key,
    description: about,
    required,
  })),
});
