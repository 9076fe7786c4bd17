import { ToolError } from '../../core/errors.ts';
import { fillShell } from '../expression/fill-shell.ts';

const PLACEHOLDER_TYPES = ['text', 'name', 'path', 'number'] as const;
type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number];

export interface Placeholder {
  readonly name: string;
  readonly type: PlaceholderType;
  readonly default?: string | undefined;
}

const PLACEHOLDER = /<([a-z][A-Za-z0-9_-]*)(?::([a-z]+))?(?:=([^<>\s]*))?>/g;
/** One that says its type: outside of templates, `<name>` alone is a redirection. */
export const TYPED_PLACEHOLDER = /<([a-z][A-Za-z0-9_-]*):([a-z]+)(?:=([^<>\s]*))?>/g;

export const typeOf = (type: string): PlaceholderType | undefined =>
  PLACEHOLDER_TYPES.find((one) => one === type);

/** The command with the type at every placeholder, so that it is one wherever the command is put. */
export const withTypes = (command: string): string =>
  command.replace(
    PLACEHOLDER,
    (_, name: string, type = 'text', preset?: string) =>
      `<${name}:${type}${preset === undefined ? '' : `=${preset}`}>`,
  );

/** What a template asks for. Throws words for a type there is none of. */
export function placeholdersOf(command: string): Placeholder[] {
  const found = [...command.matchAll(PLACEHOLDER)].map(([whole, name = '', type = 'text', preset]) => {
    const known = typeOf(type);
    if (!known)
      throw new ToolError('VALIDATION', `${whole} has the type "${type}"`, {
        hint: `There are ${PLACEHOLDER_TYPES.join(', ')}.`,
      });
    return { name, type: known, ...(preset !== undefined && { default: preset }) };
  });
  return found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index);
}

/** What a value of each type looks like. */
export const FITS: Readonly<Record<PlaceholderType, RegExp>> = {
  text: /^[^\0]*$/,
  name: /^[A-Za-z0-9@_][A-Za-z0-9@_./:+-]*$/,
  // A path that begins with a dash would be read as an option.
  path: /^[^\0-][^\0]*$/,
  number: /^\d+(\.\d+)?$/,
};

/** The command with every value in its place, as one word each. */
export function fillTemplate(command: string, values: Readonly<Record<string, string>>): string {
  const placeholders = placeholdersOf(command);
  const unknown = Object.keys(values).filter((name) => !placeholders.some((one) => one.name === name));
  if (unknown.length > 0)
    throw wrong(`The template has no placeholder "${unknown.join('", "')}"`, placeholders);
  const marked = command.replace(PLACEHOLDER, (_, name: string) => `{{${MARK}${name}}}`);
  return fillShell(marked, (path) => {
    // Inputs of the workflow are filled in when it runs.
    if (!path.startsWith(MARK)) return undefined;
    const name = path.slice(MARK.length);
    const placeholder = placeholders.find((one) => one.name === name);
    const value = values[name] ?? placeholder?.default;
    if (value === undefined || !placeholder)
      throw wrong(`The placeholder <${name}> has no value`, placeholders);
    if (!FITS[placeholder.type].test(value))
      throw wrong(`"${value}" is not a ${placeholder.type} for <${name}>`, placeholders);
    return value;
  });
}

const MARK = 'template.';

const wrong = (message: string, placeholders: readonly Placeholder[]): ToolError =>
  new ToolError('VALIDATION', message, {
    hint: `It takes: ${placeholders.map(({ name, type }) => `${name} (${type})`).join(', ') || 'nothing'}.`,
  });
