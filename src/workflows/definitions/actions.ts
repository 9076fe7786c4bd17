import { ToolError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import { ACTION_CONFIGS } from '../../core/workflow/action.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { ActionType, ActionView, PermissionLevel } from '../../core/workflow/workflows.ts';
import type { ActionRow, ActionStore } from '../../store/actions.ts';
import { documentFrom } from '../document/parse-document.ts';
import { shellWord } from '../expression/fill-shell.ts';
import { assertParameters } from './action-parameters.ts';
import { newId } from './workflow-id.ts';

type Data = Readonly<Record<string, unknown>>;

/** What is known of an action before it is kept. */
export interface ActionDraft {
  readonly type: ActionType;
  readonly name: string;
  readonly description: string | null;
  readonly projectId: string | null;
  readonly config: Record<string, unknown>;
  readonly isEnabled: boolean;
}

export interface Actions {
  list(): ActionRow[];
  get(id: string): ActionRow;
  /** A new one, or the one that is there with changes; throws where it is wrong. */
  draft(id: string | undefined, change: Data): ActionDraft;
  save(id: string | undefined, change: Data, by: string): ActionRow;
  remove(id: string): ActionRow;
  permissionOf(action: Pick<ActionRow, 'id' | 'type'>): PermissionLevel;
  view(row: ActionRow): ActionView;
}

export function createActions(store: ActionStore): Actions {
  const get = (id: string): ActionRow => {
    const found = store.get(id);
    if (found) return found;
    const guess = nearest(
      id,
      store.list().map((row) => row.id),
    );
    throw new ToolError('NOT_FOUND', `There is no action "${id}"`, {
      hint: guess === undefined ? 'list_actions shows them.' : `Did you mean "${guess}"?`,
    });
  };
  const draft = (id: string | undefined, change: Data): ActionDraft => {
    const known = id === undefined ? undefined : get(id);
    const type = known?.type ?? (change.actionType as ActionType);
    const merged = mergedConfig(known?.config ?? {}, (change.config as Data | undefined) ?? {});
    const parsed = ACTION_CONFIGS[type].safeParse(merged);
    if (!parsed.success)
      throw new ToolError(
        'VALIDATION',
        `The config of a ${type} action is wrong: ${parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'config'}: ${message}`).join('; ')}`,
        { hint: `It takes ${Object.keys(ACTION_CONFIGS[type].shape).join(', ')}.` },
      );
    const text = (key: string, before: string | null | undefined): string | null =>
      change[key] === undefined ? (before ?? null) : (change[key] as string | null);
    return {
      type,
      name: String(change.name ?? known?.name),
      description: text('description', known?.description),
      projectId: text('projectId', known?.projectId),
      config: parsed.data as Record<string, unknown>,
      isEnabled: (change.isEnabled as boolean | undefined) ?? known?.isEnabled ?? true,
    };
  };
  const permissionOf = ({ id, type }: Pick<ActionRow, 'id' | 'type'>): PermissionLevel => {
    const rules = store.permissions();
    const find = (subject: string) => rules.find((rule) => rule.subject === subject)?.level;
    return find(id) ?? find(`type:${type}`) ?? find('*') ?? 'require_confirm';
  };
  return {
    list: store.list,
    get,
    draft,
    permissionOf,
    save: (id, change, by) =>
      store.save({
        id: id ?? newId('act'),
        ...draft(id, change),
        createdBy: id === undefined ? by : get(id).createdBy,
      }),
    remove: (id) => {
      const found = get(id);
      store.remove(id);
      return found;
    },
    view: (row) => ({
      actionId: row.id,
      actionType: row.type,
      name: row.name,
      ...(row.description !== null && { description: row.description }),
      ...(row.projectId !== null && { projectId: row.projectId }),
      config: masked(row.config),
      isEnabled: row.isEnabled,
      permission: permissionOf(row),
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }),
  };
}

/** What is null goes; a value that was shown hidden stays what it is. */
function mergedConfig(before: Data, change: Data): Data {
  const kept = (name: string, value: unknown): unknown => {
    const old = before[name];
    if (typeof old !== 'object' || old === null || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        item === HIDDEN && key in old ? (old as Data)[key] : item,
      ]),
    );
  };
  const changed = Object.entries(change).map(([name, value]) => [
    name,
    HIDDEN_FIELDS.includes(name) ? kept(name, value) : value,
  ]);
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, value]) => value !== null),
  );
}

const HIDDEN = '[hidden]';
const HIDDEN_FIELDS = ['headers', 'env'];

/** Headers and variables may hold what is nobody's business; their names may be seen. */
function masked(config: Data): Data {
  const hide = (values: unknown) =>
    Object.fromEntries(Object.keys((values ?? {}) as object).map((name) => [name, HIDDEN]));
  return {
    ...config,
    ...('headers' in config && { headers: hide(config.headers) }),
    ...('env' in config && { env: hide(config.env) }),
  };
}

/** An action as a workflow of one step: it is planned, run and recorded like any other. */
export function documentOfAction(
  action: Pick<ActionRow, 'type' | 'name' | 'config'> & { readonly id: string },
  parameters: Data,
): WorkflowDocument {
  const { id, type, name, config } = action;
  assertParameters(type, parameters);
  const step = {
    script: () => ({
      command: [
        config.command,
        ...[...(config.args as string[]), ...((parameters.args as string[] | undefined) ?? [])].map((word) =>
          shellWord(String(word)),
        ),
      ].join(' '),
      ...(config.cwd !== undefined && { cwd: config.cwd }),
      ...(config.env !== undefined && { env: config.env }),
      timeoutMs: config.timeoutMs,
    }),
    webhook: () => ({ webhook: id, ...('payload' in parameters && { payload: parameters.payload }) }),
    workflow: () => ({
      workflow: config.workflowId,
      inputs: { ...(config.inputs as Data), ...parameters },
    }),
  }[type]();
  const document = documentFrom({ name, steps: [{ id: 'run', name, ...step }] });
  if (document.inputs === undefined) return document;
  const names = Object.keys((document.inputs.properties ?? {}) as object);
  throw new ToolError('VALIDATION', `Nobody fills in <${names.join('>, <')}> of the command of an action`, {
    hint: 'Write the value there, or make it a workflow: that has inputs.',
  });
}
