import type { ClientName } from '../../../core/call/caller.ts';
import type { Config } from '../../../core/config.ts';

/**
 * Clients that show a model the structured content of an answer instead of its text: a file would arrive as JSON with
 * escaped line ends. By the name they give themselves, or the beginning of it.
 */
const SHOW_DATA = ['claude-code', 'codex'];

/**
 * Whether this client gets no structured content where a tool's answer is a text, or the data is larger than an answer
 * may be. The user's word comes first.
 */
export function takesTextAlone(
  client: ClientName | undefined,
  { clientAnswers }: Pick<Config, 'clientAnswers'>,
): boolean {
  const name = client?.name.toLowerCase() ?? '';
  const own = Object.entries(clientAnswers).find(([key]) => key !== '*' && isNamed(name, key.toLowerCase()));
  const chosen = own?.[1] ?? clientAnswers['*'];
  return chosen === undefined ? SHOW_DATA.some((known) => isNamed(name, known)) : chosen === 'text';
}

/** `codex` is also `codex-mcp-client`, and not `codexter`. */
const isNamed = (name: string, known: string): boolean =>
  name === known || (name.startsWith(known) && /^[^a-z0-9]/.test(name.slice(known.length)));
