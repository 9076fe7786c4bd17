import { type Call, resolved, type Step } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { Tool } from '../../core/tool/tool.ts';
import { signatureOf } from '../parameters/signature.ts';

/** zod; the error names the field, the value and what is allowed. */
export const validate = (): Step => (call, next) => {
  validateCall(call);
  return next(call);
};

export function validateCall(call: Call): void {
  const { tool, args } = resolved(call);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) {
    const schema = inputSchemaOf(tool);
    const issues = parsed.error.issues as readonly Issue[];
    const lines = [
      ...issues.filter(({ code }) => code !== 'unrecognized_keys').map((issue) => explain(issue, args)),
      ...unknownFields(issues, schema),
    ];
    throw new ToolError('VALIDATION', `${tool.name}: ${[...new Set(lines)].join('; ')}`, {
      hint: `Call it as ${signatureOf(tool.name, schema)}.`,
    });
  }
  call.facts.args = parsed.data;
}

/** Written by the schema itself: zod must not be loaded here, since every start loads this file. */
const inputSchemaOf = ({ input, inputSchema }: Tool): Readonly<Record<string, unknown>> =>
  inputSchema ?? input.toJSONSchema({ io: 'input', unrepresentable: 'any' });

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function explain(issue: Issue, args: Record<string, unknown>): string {
  const field = issue.path.join('.');
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    args,
  );
  if (value === undefined) return `"${field}" is required (${issue.message})`;
  return `"${field}" is ${shown(value)}: ${issue.message}`;
}

/** One line for each field that does not exist, with every place where it was given. */
function unknownFields(issues: readonly Issue[], schema: Schema): string[] {
  const places = new Map<string, Issue['path'][]>();
  for (const { keys = [], path } of issues)
    for (const key of keys) places.set(key, [...(places.get(key) ?? []), path]);
  return [...places].map(([key, paths]) => {
    const within = paths.map((path) => path.join('.')).filter((place) => place !== '');
    const guess = nearest(key, fieldsAt(schema, paths[0] ?? []));
    return [
      `there is no "${key}"`,
      within.length > 0 ? ` in ${within.join(', ')}` : '',
      guess === undefined ? '' : `, did you mean "${guess}"?`,
    ].join('');
  });
}

type Schema = Readonly<Record<string, unknown>>;

/** The names of the fields there, as far as the schema spells them out. */
function fieldsAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<Schema>((at, key) => {
    const { properties, items } = at as { properties?: Record<PropertyKey, Schema>; items?: Schema };
    return (typeof key === 'number' ? items : properties?.[key]) ?? {};
  }, schema);
  return Object.keys(inner.properties ?? {});
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};
