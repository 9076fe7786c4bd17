import { ToolError } from '../../core/errors.ts';
import { createRoom, type Room } from '../expression/room.ts';
import { textOf, valueAt } from '../expression/scope.ts';

type Data = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g;

/** Fills `{{name}}` in texts of a JSON value; nothing a value holds can change the shape of the whole. */
export function fillPayload(template: unknown, variables: Data, room: Room = createRoom()): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}$/.exec(template) ?? [];
    if (only === undefined)
      return template.replace(PLACEHOLDER, (_, name: string) => room(textOf(wanted(name, variables))));
    const value = wanted(only, variables);
    room(textOf(value));
    return value;
  }
  if (Array.isArray(template)) return template.map((item) => fillPayload(item, variables, room));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, item]) => [key, fillPayload(item, variables, room)]),
  );
}

/** Values are encoded, and whom it goes to is not up to them. */
export function fillUrl(template: string, variables: Data): string {
  assertFixedHost(template);
  const room = createRoom();
  return template.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(room(textOf(wanted(name, variables)))),
  );
}

/** Written out: what reads it as an address takes many other ways to write a host, and a placeholder may be part of it. */
const FIXED_HOST = /^https?:\/\/[^\s\\/?#{}]+(?:[/?#]|$)/i;

/** A person was asked about the host before anything is sent there. */
export function assertFixedHost(template: string): void {
  if (FIXED_HOST.test(template)) return;
  throw new ToolError(
    'VALIDATION',
    `The address ${template} must name its host, as in https://example.com/path; only path and query are filled in`,
  );
}

function wanted(name: string, variables: Data): unknown {
  const value = valueAt(variables, name.split('.'));
  if (value !== undefined) return value;
  throw new ToolError('VALIDATION', `{{${name}}} cannot be filled in: there is no variable "${name}"`, {
    hint: `Give it in variables; there are: ${Object.keys(variables).join(', ') || 'none'}.`,
  });
}
