import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { isStepEnd, STEP_ENDS } from '../../core/workflow/execution.ts';
import type { Step } from '../../core/workflow/step.ts';
import { comparedStatuses, parseCondition, pathsIn } from '../expression/condition.ts';
import { SAFE_PLACE, unsafePlace } from '../expression/fill-shell.ts';
import { shellPlaces } from '../expression/shell-places.ts';
import { placeholdersIn } from '../expression/template.ts';
import { needsOf } from './graph.ts';
import { outputNames } from './output-names.ts';
import { type Path, type Problem, wordsOf } from './problem.ts';

/** Where a placeholder stands, and so what it can name. */
interface Place {
  readonly document: WorkflowDocument;
  /** Steps that are done by then; none where nothing has run. */
  readonly before?: ReadonlySet<string>;
  /** What is known of the run itself. */
  readonly run?: readonly string[];
}

/** More than a file can have. */
const MOST_PLACEHOLDERS = 2500;
const MOST_NAMES = 20;

const RUN_FIELDS = ['id', 'failed'];
const RUN_AT_END = [...RUN_FIELDS, 'name', 'status', 'error', 'durationMs'];

/** A value can be used by what runs after the step it comes from. */
export function checkReferences(document: WorkflowDocument): Problem[] {
  const { paths, bad } = placeholdersIn(document);
  const count = paths.length + bad.length;
  // Each is looked up among all names that there are.
  if (count > MOST_PLACEHOLDERS)
    return [
      { path: [], message: `it has ${count} placeholders; at most ${MOST_PLACEHOLDERS} are looked at` },
    ];
  const before = ancestors(document);
  const all = new Set(document.steps.map(({ id }) => id));
  return [
    ...document.steps.flatMap((step, index) => {
      const at: Place = { document, before: before.get(step.id) ?? new Set() };
      const { when, outputs: _, approval, ...rest } = step;
      const path = ['steps', index];
      return [
        ...(when === undefined ? [] : checkCondition(when, at, [...path, 'when'])),
        ...checkTemplates({ ...rest, approval }, at, path),
        ...checkStaticParts(step, path),
        ...checkUnfilled(step, path),
        ...checkPlaces(step, path),
      ];
    }),
    ...checkTemplates(document.env ?? {}, { document }, ['env']),
    ...checkTemplates(document.concurrency?.key, { document, run: [] }, ['concurrency', 'key']),
    ...checkTemplates(document.outputs ?? {}, { document, before: all }, ['outputs']),
    ...checkTemplates(document.notify?.payload ?? null, { document, before: all, run: RUN_AT_END }, [
      'notify',
      'payload',
    ]),
  ];
}

/** A value must stay plain text where it stands. */
function checkPlaces({ command, remote }: Step, path: Path): Problem[] {
  const texts = { command, remote: remote?.command };
  return Object.entries(texts).flatMap(([field, text = '']) =>
    shellPlaces(text).flatMap(({ at, problem }) =>
      problem === undefined
        ? []
        : [
            {
              path: [...path, field],
              message: `${unsafePlace(text.slice(at, text.indexOf('}}', at) + 2), problem)}. ${SAFE_PLACE}`,
            },
          ],
    ),
  );
}

/** A command is shown and approved as a whole before the run: what earlier steps found out reaches it as a variable. */
function checkStaticParts(step: Step, path: Path): Problem[] {
  const fixed = { command: step.command, remote: step.remote, script: step.script, cwd: step.cwd };
  return Object.entries(fixed).flatMap(([field, value]) =>
    placeholdersIn(value).paths.some(([root]) => root !== 'inputs')
      ? [
          {
            path: [...path, field],
            message: `${field} takes {{inputs.x}} only; hand results of steps over in env and use "$NAME"`,
          },
        ]
      : [],
  );
}

/** These are taken as they stand; with a value meant in them, they would fit nothing. */
const checkUnfilled = ({ wait, outputs = {} }: Step, path: Path): Problem[] =>
  [
    { at: ['wait', 'event'], text: wait?.event },
    ...Object.entries(outputs).flatMap(([name, output]) => [
      { at: ['outputs', name, 'path'], text: output.path },
      { at: ['outputs', name, 'pattern'], text: output.pattern },
    ]),
  ]
    .filter(({ text }) => placeholdersIn(text).paths.length > 0)
    .map(({ at }) => ({ path: [...path, ...at], message: 'it takes no {{...}}; write it out' }));

function checkTemplates(value: unknown, at: Place, path: Path): Problem[] {
  const { paths, bad } = placeholdersIn(value);
  return [
    ...bad.map((text) => ({
      path,
      message: `${text} cannot be filled in; there are {{inputs.x}}, {{steps.x.outputs.y}} and {{run.id}}`,
    })),
    ...paths.flatMap((one) => checkPath(one, at, path)),
  ];
}

function checkCondition(text: string, at: Place, path: Path): Problem[] {
  try {
    const condition = parseCondition(text);
    return [
      ...pathsIn(condition).flatMap((one) => checkPath(one, at, path)),
      ...comparedStatuses(condition)
        .filter((status) => !isStepEnd(status))
        .map((status) => ({
          path,
          message: `no step ends as "${status}"; there are ${STEP_ENDS.join(', ')}`,
        })),
    ];
  } catch (error) {
    return [{ path, message: wordsOf(error) }];
  }
}

const STEP_FIELDS = ['status', 'exitCode', 'outputs', 'text', 'error'];

function checkPath(
  [root, name = '', field = '', output = '']: readonly string[],
  { document, before, run = RUN_FIELDS }: Place,
  path: Path,
): Problem[] {
  const problem = (message: string): Problem[] => [{ path, message }];
  if (root === 'inputs') {
    const names = Object.keys((document.inputs?.properties as object | undefined) ?? {});
    return names.includes(name) ? [] : problem(`there is no input "${name}"${whatThereIs(names)}`);
  }
  if (root === 'run')
    return run.includes(name) ? [] : problem(`there is no run.${name} here${whatThereIs(run, 'run.')}`);
  const step = document.steps.find(({ id }) => id === name);
  if (!step) return problem(`there is no step "${name}"`);
  if (!before?.has(name)) return problem(`"${name}" is not done before${before ? '; add it to needs' : ''}`);
  if (!STEP_FIELDS.includes(field))
    return problem(`steps.${name} has ${STEP_FIELDS.join(', ')}, not "${field}"`);
  const outputs = outputNames(step);
  if (field !== 'outputs' || output === '' || !outputs || outputs.includes(output)) return [];
  return problem(`step "${name}" has no output "${output}"${whatThereIs(outputs)}`);
}

const whatThereIs = (names: readonly string[], prefix = ''): string =>
  names.length === 0
    ? ''
    : `; there ${names.length === 1 ? 'is' : 'are'} ${names
        .slice(0, MOST_NAMES)
        .map((name) => prefix + name)
        .join(', ')}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''}`;

/** Of each step, all that are done before it. */
function ancestors(document: WorkflowDocument): Map<string, Set<string>> {
  const needs = needsOf(document);
  const found = new Map<string, Set<string>>();
  const visit = (id: string): Set<string> => {
    const known = found.get(id);
    if (known) return known;
    const own = new Set<string>();
    found.set(id, own);
    for (const need of needs.get(id) ?? []) for (const one of [need, ...visit(need)]) own.add(one);
    return own;
  };
  for (const { id } of document.steps) visit(id);
  return found;
}
