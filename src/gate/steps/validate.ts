import { type Call, resolved, type Step } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { Tool } from '../../core/tool/tool.ts';
import { signatureOf } from '../parameters/signature.ts';
import { LONGEST_RECORDED, recordsWhole } from '../records-whole.ts';

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
    const problems = [
      ...issues.filter(({ code }) => code !== 'unrecognized_keys').map((issue) => () => explain(issue, args)),
      ...unknownFields(issues, schema),
    ];
    const said = new Set(problems.slice(0, MOST_SAID).map((inWords) => inWords()));
    const lines = [...said, ...andMore(problems.length)];
    throw new ToolError('VALIDATION', `${tool.name}: ${lines.join('; ')}`, {
      hint: `Call it as ${signatureOf(tool.name, schema)}.`,
    });
  }
  call.facts.args = parsed.data;
  if (recordsWhole(tool)) assertRecordable(tool.name, args);
}

/** The record says all of what ran: cut at any place, it would miss what stands behind. */
function assertRecordable(tool: string, args: Record<string, unknown>): void {
  const { length } = JSON.stringify(args);
  if (length <= LONGEST_RECORDED) return;
  throw new ToolError(
    'VALIDATION',
    `${tool}: its arguments come to ${length} characters; what runs is recorded whole, up to ${LONGEST_RECORDED}`,
    { hint: 'Write the long text to a file first, and let the command read that file.' },
  );
}

/** Enough to mend a call by; a hostile one has a hundred thousand of them. */
const MOST_SAID = 10;

const andMore = (count: number): string[] => (count > MOST_SAID ? [`and ${count - MOST_SAID} more`] : []);

/** Written by the schema itself: zod must not be loaded here, since every start loads this file. */
const inputSchemaOf = ({ input, inputSchema }: Tool): Readonly<Record<string, unknown>> =>
  inputSchema ?? input.toJSONSchema({ io: 'input', unrepresentable: 'any' });

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  /** What is wrong with the name of a field. */
  readonly issues?: readonly Issue[];
}

function explain(issue: Issue, args: Record<string, unknown>): string {
  const field = issue.path.join('.');
  const [name] = issue.code === 'invalid_key' ? (issue.issues ?? []) : [];
  if (name) return `"${cutAtWord(field, 80)}": ${name.message}`;
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    args,
  );
  if (value === undefined) return `"${field}" is required (${issue.message})`;
  return `"${field}" is ${shown(value)}: ${sentence(issue.message)}`;
}

/** What a schema of ours says goes on from the name of the field. */
const sentence = (message: string): string =>
  /^(is|must|cannot|may|has|holds) /.test(message) ? `it ${message}` : message;

/** Words for each field that does not exist, with the places where it was given. */
function unknownFields(issues: readonly Issue[], schema: Schema): (() => string)[] {
  const places = new Map<string, Issue['path'][]>();
  for (const { keys = [], path } of issues)
    for (const key of keys) {
      const known = places.get(key);
      if (known) known.push(path);
      else places.set(key, [path]);
    }
  return [...places].map(([key, paths]) => () => {
    const within = paths.slice(0, MOST_SAID).map((path) => path.join('.'));
    const named = [...within.filter((place) => place !== ''), ...andMore(paths.length)].join(', ');
    const guess = nearest(key, fieldsAt(schema, paths[0] ?? []));
    return [
      `there is no "${cutAtWord(key, 80)}"`,
      named === '' ? '' : ` in ${named}`,
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

const shown = (value: unknown): string => cutAtWord(JSON.stringify(value) ?? String(value), 80);
