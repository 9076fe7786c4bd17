import { type Document, isScalar, LineCounter, parseDocument as parseYaml, visit } from 'yaml';
import { ToolError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import { MOST_BYTES, MOST_PARTS, partsIn } from '../../core/text/yaml-limits.ts';
import { documentSchema, type WorkflowDocument } from '../../core/workflow/document.ts';
import { stepSchema } from '../../core/workflow/step.ts';
import { checkDocument } from './check-document.ts';
import type { Problem } from './problem.ts';
import { isTooDeep } from './too-deep.ts';

/** More of them help nobody. */
const MOST_PROBLEMS = 50;
const LONGEST_NAME = 60;

/** A problem with the line it stands in. */
export interface PlacedProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export type Parsed =
  | { readonly document: WorkflowDocument; readonly problems: readonly [] }
  | { readonly document: undefined; readonly problems: readonly PlacedProblem[] };

/** Reads a workflow from YAML or JSON; every problem names line and field. */
export function parseWorkflow(text: string): Parsed {
  const refused = (message: string): Parsed => failed([{ line: 1, field: '', message }]);
  if (Buffer.byteLength(text) > MOST_BYTES) return refused(`it is longer than ${MOST_BYTES} bytes`);
  if (partsIn(text) > MOST_PARTS) return refused(`it has more than ${MOST_PARTS} parts`);
  try {
    return read(text);
  } catch (error) {
    // The parser calls itself for what is in something else.
    if (error instanceof RangeError) return refused('it is nested too deeply');
    throw error;
  }
}

function read(text: string): Parsed {
  const lines = new LineCounter();
  // Aliases could make a small file huge; workflows have no use for them.
  const yaml = parseYaml(text, { lineCounter: lines, maxAliasCount: 0, uniqueKeys: false } as never);
  const [broken] = yaml.errors;
  if (broken)
    return failed([
      { line: lines.linePos(broken.pos[0]).line, field: '', message: firstLine(broken.message) },
    ]);
  const twice = keyGivenTwice(yaml);
  if (twice !== undefined)
    return failed([{ line: lines.linePos(twice).line, field: '', message: 'Map keys must be unique' }]);
  let content: unknown;
  try {
    content = yaml.toJS({ maxAliasCount: 0 });
  } catch (error) {
    return failed([{ line: 1, field: '', message: error instanceof Error ? error.message : String(error) }]);
  }
  if (content === null || content === undefined)
    return failed([{ line: 1, field: '', message: 'it is empty; give at least a name' }]);
  const place = ({ path, message }: Problem): PlacedProblem => ({
    line: lineOf(yaml, lines, path),
    field: fieldName(path),
    message,
  });
  const { document, problems } = checkContent(content);
  return document ? { document, problems: [] } : failed(problems.slice(0, MOST_PROBLEMS).map(place));
}

/** Where the first one stands. The parser itself compares each key with each other one, which takes long for many. */
function keyGivenTwice(yaml: Document): number | undefined {
  let twice: number | undefined;
  visit(yaml, {
    Map: (_key, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          twice = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return twice;
}

/** The same for what is data already. */
function checkContent(
  content: unknown,
): { document: WorkflowDocument; problems: [] } | { document: undefined; problems: Problem[] } {
  if (isTooDeep(content))
    return { document: undefined, problems: [{ path: [], message: 'it is nested too deeply' }] };
  const parsed = documentSchema.safeParse(content);
  if (!parsed.success)
    return {
      document: undefined,
      problems: parsed.error.issues.map((issue) => ({
        path: [
          ...(issue.path as (string | number)[]),
          ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
        ],
        message:
          issue.code === 'unrecognized_keys'
            ? `there is no field ${issue.keys.map((key) => `"${key}"${meant(key, issue.path)}`).join(', ')}`
            : issue.message,
      })),
    };
  const { document, problems } = checkDocument(parsed.data);
  return problems.length === 0 ? { document, problems: [] } : { document: undefined, problems };
}

const FIELDS = Object.keys(documentSchema.shape);
const STEP_FIELDS = Object.keys(stepSchema.shape);

function meant(key: string, path: readonly PropertyKey[]): string {
  const fields = path.length === 0 ? FIELDS : path.length === 2 && path[0] === 'steps' ? STEP_FIELDS : [];
  // Comparing takes as long as the name is.
  const guess = key.length > LONGEST_NAME ? undefined : nearest(key, fields);
  return guess === undefined ? '' : ` (did you mean "${guess}"?)`;
}

/** What is data must be right; the error names each field. */
export function documentFrom(content: unknown): WorkflowDocument {
  const { document, problems } = checkContent(content);
  if (document) return document;
  const lines = problems.map(({ path, message }) => `${fieldName(path) || 'workflow'}: ${message}`);
  throw new ToolError('VALIDATION', `The workflow is wrong: ${lines.join('; ')}`, {
    hint: 'Correct these fields and call again; nothing was saved.',
  });
}

const failed = (problems: readonly PlacedProblem[]): Parsed => ({ document: undefined, problems });

const fieldName = (path: Problem['path']): string =>
  path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`),
    '',
  );

/** The nearest place that is really written down. */
function lineOf(yaml: Document, lines: LineCounter, path: Problem['path']): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = yaml.getIn(path.slice(0, length), true);
    const range = (node as { range?: [number, number, number] | null } | undefined)?.range;
    if (range) return lines.linePos(range[0]).line;
  }
  return 1;
}

const firstLine = (text: string): string =>
  (text.split('\n')[0] ?? text).replace(/ at line \d+, column \d+:?$/, '');
