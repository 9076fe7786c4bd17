import { type Acts, READS } from './acts.gen.ts';
import { sessionKey } from './session-key.ts';

export type ActName = keyof Acts;
export type Input<N extends ActName> = Acts[N]['input'];
export type Output<N extends ActName> = Acts[N]['output'];

/** What the host says when it refuses. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0: nobody answered. */
  readonly status: number;
  readonly hint: string | undefined;
  constructor(status: number, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/** Does an act: the one way from the page to the host. */
export async function act<N extends ActName>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  const isRead = READS.has(name);
  const response = await fetch(isRead ? `/api/${name}${queryOf(input)}` : `/api/${name}`, {
    method: isRead ? 'GET' : 'POST',
    headers: { ...keyHeader(), ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'The host does not answer', 'Is toolgate serve running? The page tries again.');
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  // Sound: the host answers what the act declares, and the types are made from that.
  return body as Output<N>;
}

export const keyHeader = (): Record<string, string> => ({ 'x-toolgate-key': sessionKey() });

/** Everything but a text is written as JSON, as the host reads it. */
function queryOf(input: object): string {
  const words = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return words.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(words))}`;
}

function refusal(status: number, body: unknown): ApiError {
  const { error, hint } = (body ?? {}) as { error?: unknown; hint?: unknown };
  const message =
    typeof error === 'string'
      ? error
      : typeof (error as { message?: unknown } | undefined)?.message === 'string'
        ? (error as { message: string }).message
        : `The host answered ${status}`;
  return new ApiError(status, message, typeof hint === 'string' ? hint : undefined);
}
