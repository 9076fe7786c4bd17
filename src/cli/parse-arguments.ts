import { UsageError } from '../core/errors.ts';
import { DEEPEST_JSON, isDeeperThan } from '../core/text/json-depth.ts';

// A host refuses the whole message beyond its limit; arguments lie two levels down in one.
const DEEPEST_ARGUMENTS = DEEPEST_JSON - 2;

/** The arguments of a call, as they are written on a command line. */
export function parseArguments(json: string | undefined): Record<string, unknown> {
  if (json === undefined) return {};
  if (isDeeperThan(json, DEEPEST_ARGUMENTS))
    throw new UsageError(`The arguments are nested deeper than ${DEEPEST_ARGUMENTS} levels.`);
  try {
    const value: unknown = JSON.parse(json);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(
      `The arguments are not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new UsageError(`The arguments must be a JSON object, like '{"path": "README.md"}'.`);
}
