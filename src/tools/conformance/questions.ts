import * as z from 'zod';
import type { InputRequest, InputRequests, InputResponses } from '../../core/call/input.ts';
import type { ToolContext } from '../../core/tool/tool.ts';

type Fields = Record<string, Record<string, unknown>>;

/** A form for the person at the client. */
export const elicit = (
  message: string,
  properties: Fields,
  required = Object.keys(properties),
): InputRequest => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties, required } },
});

/** A prompt for the client's model. */
export const sample = (text: string, maxTokens = 100): InputRequest => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens },
});

export const listRoots: InputRequest = { method: 'roots/list', params: {} };

/** The earlier round's answers; if one is missing or malformed, all questions are put again. */
export async function answersTo(
  ctx: ToolContext,
  requests: InputRequests,
  state?: unknown,
): Promise<InputResponses> {
  const given = ctx.input?.responses ?? {};
  const isComplete = Object.entries(requests).every(
    ([key, { method }]) => ANSWERS[method].safeParse(given[key]).success,
  );
  return isComplete ? given : ctx.ask(requests, state);
}

const form = z.looseObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), z.unknown()).optional(),
});
const block = z.looseObject({ text: z.string() });
const message = z.looseObject({ content: z.union([block, z.array(block)]) });
const roots = z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) });

const ANSWERS: Readonly<Record<InputRequest['method'], z.ZodType>> = {
  'elicitation/create': form,
  'sampling/createMessage': message,
  'roots/list': roots,
};

export const toForm = (answer: unknown): z.output<typeof form> => form.parse(answer);

export const toSampledText = (answer: unknown): string =>
  [message.parse(answer).content]
    .flat()
    .map(({ text }) => text)
    .join('\n');

export const toRootUris = (answer: unknown): string[] => roots.parse(answer).roots.map(({ uri }) => uri);
