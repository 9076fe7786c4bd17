import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface Sender {
  /** False: it was refused, or nobody answered in time; never throws. */
  send(body: string): Promise<boolean>;
}

interface SenderParts {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly isCompressed: boolean;
  readonly fetch: typeof globalThis.fetch;
  /** Told once for each reason, or a collector that is away would fill the log. */
  readonly warn: (message: string) => void;
}

const RETRIED = [429, 502, 503, 504];
const TRIES = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

/** Posts OTLP's JSON to one address. */
export function createSender({ url, headers, isCompressed, fetch, warn }: SenderParts): Sender {
  const told = new Set<string>();
  const complain = (reason: string): false => {
    const message = `Telemetry could not be sent to ${url.origin}${url.pathname}: ${reason}`;
    if (!told.has(message)) warn(message);
    told.add(message);
    return false;
  };
  const post = async (body: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
      body: isCompressed ? new Uint8Array(await promisify(gzip)(body)) : body,
    });
  return {
    send: async (body) => {
      for (let attempt = 1; ; attempt++) {
        try {
          const response = await post(body);
          const said = await response.text();
          if (response.ok) return isTaken(said) || complain('a part of it was rejected');
          if (!RETRIED.includes(response.status) || attempt === TRIES)
            return complain(`it answered ${response.status}`);
          await wait(waitMs(response, attempt), undefined, { ref: false });
        } catch (error) {
          return complain(error instanceof Error ? error.message : String(error));
        }
      }
    },
  };
}

function waitMs({ headers }: Response, attempt: number): number {
  const asked = Number(headers.get('retry-after')) * 1000;
  const own = FIRST_WAIT_MS * 2 ** (attempt - 1);
  return Math.min(asked > 0 ? asked : own, LONGEST_WAIT_MS);
}

/** An answer that says nothing of rejected parts has taken all. */
function isTaken(answer: string): boolean {
  try {
    const { partialSuccess = {} } = JSON.parse(answer) as { partialSuccess?: Record<string, unknown> };
    return !Number(partialSuccess.rejectedSpans ?? partialSuccess.rejectedDataPoints ?? 0);
  } catch {
    return true;
  }
}
