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
    const lines = parsed.error.issues.map((issue) =>
      explain(issue as Issue, args, Object.keys(tool.input.shape)),
    );
    throw new ToolError('VALIDATION', `${tool.name}: ${lines.join('; ')}`, {
      hint: `Call it as ${signatureOf(tool.name, inputSchemaOf(tool))}.`,
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

function explain(issue: Issue, args: Record<string, unknown>, fields: readonly string[]): string {
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => unknownField(key, issue.path.length === 0 ? fields : [])).join('; ');
  }
  const field = issue.path.join('.');
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    args,
  );
  if (value === undefined) return `"${field}" is required (${issue.message})`;
  return `"${field}" is ${shown(value)}: ${issue.message}`;
}

function unknownField(key: string, fields: readonly string[]): string {
  const guess = nearest(key, fields);
  if (guess !== undefined) return `there is no "${key}", did you mean "${guess}"?`;
  return `there is no "${key}"`;
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};
