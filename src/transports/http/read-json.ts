import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { parseShallow } from '../../core/text/json-depth.ts';
import { BodyTooLarge, drain, readBody } from './body.ts';
import { replyJson } from './reply.ts';

const MAX_BYTES = 1_048_576;

/** A JSON body of the expected shape; undefined once the refusal has been sent. */
export async function readJson<T extends z.ZodType>(
  request: IncomingMessage,
  response: ServerResponse,
  schema: T,
): Promise<z.output<T> | undefined> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    replyJson(response, 415, { error: 'Content-Type must be application/json' });
    return undefined;
  }
  try {
    return schema.parse(parseShallow((await readBody(request, MAX_BYTES)).toString()));
  } catch (error) {
    const isTooLarge = error instanceof BodyTooLarge;
    if (isTooLarge) drain(request);
    replyJson(response, isTooLarge ? 413 : 400, {
      error: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
}
