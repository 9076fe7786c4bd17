import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { ToolError } from '../../core/errors.ts';
import { shown } from './failure.ts';

/** What came back, all of it read. */
export interface EgressAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Where it came from, after redirects. */
  readonly url: string;
  bytes(): Buffer;
  /** In the charset the answer names, else UTF-8. */
  text(): string;
  json(): unknown;
}

/** An answer whose body is still to come. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly body: AsyncGenerator<Buffer>;
  close(): void;
}

export async function readAnswer({ status, headers, url, body }: OpenAnswer): Promise<EgressAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = () => decoderFor(headers).decode(bytes);
  return { status, headers, url, bytes: () => bytes, text, json: () => parseJson(text(), url) };
}

/** The same for a library that wants what fetch answers. */
export function toResponse({ status, headers, url, body, close }: OpenAnswer): Response {
  if (status < 200 || status > 599) {
    close();
    throw new ToolError('UNAVAILABLE', `${shown(url)} answers with the status ${status}`);
  }
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) close();
  const response = new Response(isEmpty ? null : toStream(body, close), { status, headers });
  return Object.defineProperty(response, 'url', { value: url });
}

const toStream = (body: AsyncGenerator<Buffer>, close: () => void): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await body.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: close,
  });

/** Without what described the packed body, which nobody sees. */
export function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value);
  if (headers.has('content-encoding')) headers.delete('content-length');
  headers.delete('content-encoding');
  return headers;
}

function decoderFor(headers: Headers): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolError('UNAVAILABLE', `${shown(url)} answers with something that is not JSON`, { cause });
  }
}
