import { nearest } from '../../core/text/nearest.ts';
import type { DocumentSpec, WorkflowDocument } from '../../core/workflow/document.ts';
import { kindOf, STEP_KINDS, type Step, type StepSpec } from '../../core/workflow/step.ts';
import { isOwnSecret } from '../../core/workflow/stored-secret.ts';
import { isTimeZone, nextTime } from '../schedules/cron.ts';
import { checkReferences } from './check-references.ts';
import { declarePlaceholders } from './declare-placeholders.ts';
import { findCycle } from './graph.ts';
import { assertSchema } from './inputs.ts';
import { type Path, type Problem, wordsOf } from './problem.ts';

/** What can be wrong beyond the shape: names, cycles, conditions, templates, times. */
export function checkDocument(given: DocumentSpec): { document: WorkflowDocument; problems: Problem[] } {
  const { spec, problems: ofPlaceholders } = declarePlaceholders(given);
  const steps = withIds(spec.steps);
  const document: WorkflowDocument = { ...spec, steps };
  const ids = steps.map(({ id }) => id);
  const problems: Problem[] = [
    ...ofPlaceholders,
    ...steps.flatMap((step, index) => [
      ...checkKind(step, ['steps', index]),
      ...checkNeeds(step, ids, ['steps', index]),
      ...checkPatterns(step, ['steps', index]),
      ...(ids.indexOf(step.id) < index
        ? [{ path: ['steps', index, 'id'], message: `there are two steps "${step.id}"` }]
        : []),
    ]),
    ...checkSecrets(document.secrets, []),
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

const checkSecrets = (secrets: Step['secrets'] = {}, path: Path): Problem[] =>
  Object.values(secrets).some(isOwnSecret)
    ? [{ path: [...path, 'secrets'], message: 'secrets of webhooks are for webhooks only' }]
    : [];

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

/** What a step hands on that runs no program and calls no tool. */
const OWN_OUTPUTS = {
  wait: 'what an event brings is its output "event", as in {{steps.ID.outputs.event}}',
  approval: 'only a person answers it',
  workflow: 'it has those of the workflow that it runs',
};

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
    ...checkSecrets(step.secrets, path),
    ...(step.outputs !== undefined && kind in OWN_OUTPUTS
      ? [
          wrong(
            'outputs',
            `a ${kind} step takes no outputs; ${OWN_OUTPUTS[kind as keyof typeof OWN_OUTPUTS]}`,
          ),
        ]
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

/** It would fail only after the step did its work. */
const checkPatterns = ({ outputs = {} }: Step, path: Path): Problem[] =>
  Object.entries(outputs).flatMap(([name, { pattern = '' }]) => {
    try {
      new RegExp(pattern, 'm');
      return [];
    } catch (error) {
      return [{ path: [...path, 'outputs', name, 'pattern'], message: wordsOf(error) }];
    }
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
    if (nextTime(schedule, Date.now()) !== undefined) return [];
    return [{ path: ['schedule', 'cron'], message: `"${schedule.cron}" never comes` }];
  } catch (error) {
    const field = isTimeZone(schedule.timeZone) ? 'cron' : 'timeZone';
    return [{ path: ['schedule', field], message: wordsOf(error) }];
  }
}
