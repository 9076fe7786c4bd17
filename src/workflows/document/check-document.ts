import { nearest } from '../../core/text/nearest.ts';
import type { DocumentSpec, WorkflowDocument } from '../../core/workflow/document.ts';
import { kindOf, STEP_KINDS, type Step, type StepSpec } from '../../core/workflow/step.ts';
import { parseCondition, pathsIn } from '../expression/condition.ts';
import { placeholdersIn } from '../expression/template.ts';
import { isTimeZone, nextTime } from '../schedules/cron.ts';
import { findCycle, needsOf } from './graph.ts';
import { assertSchema } from './inputs.ts';

/** Something wrong with a document, and the field it is about. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What can be wrong beyond the shape: names, cycles, conditions, templates, times. */
export function checkDocument(spec: DocumentSpec): { document: WorkflowDocument; problems: Problem[] } {
  const steps = withIds(spec.steps);
  const document: WorkflowDocument = { ...spec, steps };
  const ids = steps.map(({ id }) => id);
  const problems: Problem[] = [
    ...steps.flatMap((step, index) => [
      ...checkKind(step, ['steps', index]),
      ...checkNeeds(step, ids, ['steps', index]),
      ...(ids.indexOf(step.id) < index
        ? [{ path: ['steps', index, 'id'], message: `there are two steps "${step.id}"` }]
        : []),
    ]),
    ...checkInputs(document),
    ...checkSchedule(document),
  ];
  // Where two steps have one name, nobody knows which one is waited for.
  const cycle = new Set(ids).size === ids.length ? findCycle(document) : undefined;
  if (cycle)
    problems.push({ path: ['steps'], message: `the steps wait for each other: ${cycle.join(' -> ')}` });
  if (problems.length === 0) problems.push(...checkReferences(document));
  return { document, problems };
}

/** Ids come from names, as a person would write them. */
function withIds(specs: readonly StepSpec[]): Step[] {
  const taken = new Set(specs.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return specs.map((spec, index) => {
    const id = spec.id ?? freeId(spec.name ?? kindOf(spec) ?? 'step', index, taken);
    taken.add(id);
    return { ...spec, id, name: spec.name ?? id };
  });
}

function freeId(name: string, index: number, taken: ReadonlySet<string>): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 32);
  if (slug !== '' && !taken.has(slug)) return slug;
  return `${slug === '' ? 'step' : slug}-${index + 1}`;
}

type Path = readonly (string | number)[];

function checkKind(step: Step, path: Path): Problem[] {
  const kinds = STEP_KINDS.filter((kind) => step[kind] !== undefined);
  if (kinds.length === 0)
    return [{ path, message: `"${step.id}" does nothing; give one of ${STEP_KINDS.join(', ')}` }];
  if (kinds.length > 1) return [{ path, message: `"${step.id}" has ${kinds.join(' and ')}; give only one` }];
  const [kind = 'command'] = kinds;
  const isRun = ['command', 'script', 'remote'].includes(kind);
  const wrong = (field: string, why: string): Problem => ({ path: [...path, field], message: why });
  return [
    ...(kind === 'script' && step.args !== undefined && !Array.isArray(step.args)
      ? [wrong('args', 'arguments of a script are a list of texts')]
      : []),
    ...(kind === 'tool' && Array.isArray(step.args)
      ? [wrong('args', 'arguments of a tool are named: {"path": "x"}')]
      : []),
    ...(step.args !== undefined && kind !== 'script' && kind !== 'tool'
      ? [wrong('args', `a ${kind} step takes no args`)]
      : []),
    ...(step.inputs !== undefined && kind !== 'workflow'
      ? [wrong('inputs', `a ${kind} step takes no inputs`)]
      : []),
    ...(step.payload !== undefined && kind !== 'webhook'
      ? [wrong('payload', `a ${kind} step takes no payload`)]
      : []),
    ...(step.secrets !== undefined && kind !== 'command' && kind !== 'script'
      ? [wrong('secrets', `a ${kind} step takes no secrets; command and script steps do`)]
      : []),
    ...(Object.values(step.secrets ?? {}).some((name) => name.startsWith('webhook/'))
      ? [wrong('secrets', 'secrets of webhooks are for webhooks only')]
      : []),
    ...(step.env !== undefined && !isRun ? [wrong('env', `a ${kind} step takes no env`)] : []),
  ];
}

const checkNeeds = (step: Step, ids: readonly string[], path: Path): Problem[] =>
  (step.needs ?? []).flatMap((need, index) => {
    if (need === step.id) return [{ path: [...path, 'needs', index], message: `"${need}" needs itself` }];
    if (ids.includes(need)) return [];
    const guess = nearest(need, ids);
    const hint = guess === undefined ? `there are ${ids.join(', ')}` : `did you mean "${guess}"?`;
    return [{ path: [...path, 'needs', index], message: `there is no step "${need}"; ${hint}` }];
  });

function checkInputs({ inputs }: WorkflowDocument): Problem[] {
  if (!inputs) return [];
  try {
    assertSchema(inputs);
    return [];
  } catch (error) {
    return [{ path: ['inputs'], message: `this is not a JSON Schema: ${wordsOf(error)}` }];
  }
}

function checkSchedule({ schedule }: WorkflowDocument): Problem[] {
  if (!schedule) return [];
  try {
    nextTime(schedule, Date.now());
    return [];
  } catch (error) {
    const field = isTimeZone(schedule.timeZone) ? 'cron' : 'timeZone';
    return [{ path: ['schedule', field], message: wordsOf(error) }];
  }
}

/** A value can be used by what runs after the step it comes from. */
function checkReferences(document: WorkflowDocument): Problem[] {
  const before = ancestors(document);
  const all = new Set(document.steps.map(({ id }) => id));
  return [
    ...document.steps.flatMap((step, index) => {
      const known = before.get(step.id) ?? new Set<string>();
      const { when, outputs: _, approval, ...rest } = step;
      const path = ['steps', index];
      return [
        ...(when === undefined ? [] : checkCondition(when, known, document, [...path, 'when'])),
        ...checkTemplates({ ...rest, approval }, known, document, path),
        ...checkStaticParts(step, path),
      ];
    }),
    ...checkTemplates(document.env ?? {}, new Set(), document, ['env']),
    ...checkTemplates(document.outputs ?? {}, all, document, ['outputs']),
    ...checkTemplates(document.notify?.payload ?? null, all, document, ['notify', 'payload']),
  ];
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

function checkTemplates(
  value: unknown,
  known: ReadonlySet<string>,
  document: WorkflowDocument,
  path: Path,
): Problem[] {
  const { paths, bad } = placeholdersIn(value);
  return [
    ...bad.map((text) => ({
      path,
      message: `${text} cannot be filled in; there are {{inputs.x}}, {{steps.x.outputs.y}} and {{run.id}}`,
    })),
    ...paths.flatMap((one) => checkPath(one, known, document, path)),
  ];
}

function checkCondition(
  text: string,
  known: ReadonlySet<string>,
  document: WorkflowDocument,
  path: Path,
): Problem[] {
  try {
    return pathsIn(parseCondition(text)).flatMap((one) => checkPath(one, known, document, path));
  } catch (error) {
    return [{ path, message: wordsOf(error) }];
  }
}

const STEP_FIELDS = ['status', 'exitCode', 'outputs', 'text', 'error'];

function checkPath(
  [root, name = '', field = '', output = '']: readonly string[],
  known: ReadonlySet<string>,
  document: WorkflowDocument,
  path: Path,
): Problem[] {
  if (root === 'inputs') {
    const names = Object.keys((document.inputs?.properties as object | undefined) ?? {});
    if (names.includes(name)) return [];
    return [
      {
        path,
        message: `there is no input "${name}"${names.length > 0 ? `; there are ${names.join(', ')}` : ''}`,
      },
    ];
  }
  if (root === 'run') return [];
  const step = document.steps.find(({ id }) => id === name);
  if (!step) return [{ path, message: `there is no step "${name}"` }];
  if (!known.has(name)) return [{ path, message: `"${name}" is not done before; add it to needs` }];
  if (!STEP_FIELDS.includes(field))
    return [{ path, message: `steps.${name} has ${STEP_FIELDS.join(', ')}, not "${field}"` }];
  if (
    field === 'outputs' &&
    output !== '' &&
    kindOf(step) !== 'workflow' &&
    !(output in (step.outputs ?? {}))
  )
    return [{ path, message: `step "${name}" has no output "${output}"` }];
  return [];
}

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

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
