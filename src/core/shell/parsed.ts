import { type ParsedScript, parse } from 'unbash';

/** Undefined for what is no Bash. */
export function parsed(line: string): ParsedScript | undefined {
  try {
    const script = parse(line);
    return (script.errors ?? []).length > 0 ? undefined : script;
  } catch {
    return undefined;
  }
}
