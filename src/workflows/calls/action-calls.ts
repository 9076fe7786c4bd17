import type { Workflows } from '../../core/workflow/workflows.ts';
import type { CallPlace } from './call-place.ts';

type ActionCalls = Pick<
  Workflows,
  | 'listActions'
  | 'getAction'
  | 'createAction'
  | 'updateAction'
  | 'removeAction'
  | 'permissions'
  | 'listTemplates'
  | 'createTemplate'
>;

/** What a call may do with actions and step templates. */
export function actionCalls({ parts, by }: CallPlace): ActionCalls {
  const { actions, templates, stores } = parts;
  const isSeen = (id: string): boolean => actions.list().some((one) => one.id === id);
  return {
    listActions: async ({ actionType, projectId, enabledOnly }) =>
      actions
        .list()
        .filter(
          (one) =>
            (actionType === undefined || one.type === actionType) &&
            (projectId === undefined || one.projectId === projectId) &&
            (enabledOnly !== true || one.isEnabled),
        )
        .map(actions.view),
    getAction: async (id) => actions.view(actions.get(id)),
    createAction: async (action) => actions.view(actions.save(undefined, action, by)),
    updateAction: async (id, fields) => actions.view(actions.save(id, fields, by)),
    removeAction: async (id) => actions.view(actions.remove(id)),
    permissions: async () =>
      stores.actions
        .permissions()
        .filter(({ subject }) => subject === '*' || subject.startsWith('type:') || isSeen(subject))
        .map(({ subject, level }) => ({ subject, permissionLevel: level })),
    listTemplates: async (filter) => templates.list(filter),
    createTemplate: async (template) => templates.create(template, by),
  };
}
