import type { FormField } from '../../../ui/form.tsx';
import { parseJson, problemOfObject } from '../../../ui/json-text.ts';
import type { ActionType, ConfigField } from './action-config.ts';

type Option = { readonly value: string; readonly title: string };

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((value) => ({ value, title: value }));

const number = (text: string): string | undefined =>
  Number.isFinite(Number(text)) && Number(text) >= 0 ? undefined : 'A number';

const json = (text: string): string | undefined => {
  const parsed = parseJson(text);
  return 'problem' in parsed ? parsed.problem : undefined;
};

const HIDDEN = 'What shows as [hidden] stays as it is.';

type Fields = readonly FormField<ConfigField>[];

const TIMEOUT = {
  name: 'timeout',
  label: 'Longest time (seconds)',
  isOptional: true,
  problem: number,
} as const;

const SCRIPT: Fields = [
  { name: 'command', label: 'Program', placeholder: 'npm', isMono: true },
  {
    name: 'args',
    label: 'Arguments, one in each line',
    kind: 'area',
    rows: 3,
    isMono: true,
    isOptional: true,
  },
  {
    name: 'cwd',
    label: 'Directory',
    isMono: true,
    isOptional: true,
    hint: 'Empty: where it is run from.',
  },
  {
    name: 'env',
    label: 'Variables, NAME=value in each line',
    kind: 'area',
    rows: 2,
    isMono: true,
    isOptional: true,
    hint: HIDDEN,
  },
  TIMEOUT,
];

const WEBHOOK: Fields = [
  { name: 'method', label: 'Method', kind: 'select', options: METHODS },
  {
    name: 'url',
    label: 'Address',
    placeholder: 'https://example.com/hook',
    isMono: true,
    hint: '{{name}} in path or query is filled in when it is sent.',
  },
  {
    name: 'headers',
    label: 'Headers, Name: value in each line',
    kind: 'area',
    rows: 2,
    isMono: true,
    isOptional: true,
    hint: HIDDEN,
  },
  {
    name: 'payload',
    label: 'Body (JSON)',
    kind: 'area',
    rows: 5,
    isMono: true,
    isOptional: true,
    problem: json,
  },
  { name: 'secret', label: 'Signed with the stored key', isOptional: true },
  { name: 'retryCount', label: 'Further tries when it fails', isOptional: true, problem: number },
  TIMEOUT,
];

/** What a form asks for each kind of action. */
export const fieldsOf = (type: ActionType, workflows: readonly Option[]): Fields =>
  ({ script: SCRIPT, webhook: WEBHOOK, workflow: workflowFields(workflows) })[type];

const workflowFields = (workflows: readonly Option[]): Fields => [
  {
    name: 'workflowId',
    label: 'Workflow',
    kind: 'select',
    options: [{ value: '', title: 'Choose one' }, ...workflows],
  },
  {
    name: 'inputs',
    label: 'Inputs (JSON)',
    kind: 'area',
    rows: 4,
    isMono: true,
    isOptional: true,
    problem: problemOfObject,
  },
];
