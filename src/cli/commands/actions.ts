import { UsageError } from '../../core/errors.ts';
import { visibleLine } from '../../core/text/visible.ts';
import { type ActionView, PERMISSION_LEVELS } from '../../core/workflow/workflows.ts';
import { withClient } from '../host-client.ts';
import { inColumns } from '../in-columns.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { oneOf } from '../line/flag.ts';
import { print, printJson } from '../print.ts';

export const actions = defineGroup({
  name: 'actions',
  section: 'work',
  about: 'list actions, and set who may run them',
  more: [
    'SUBJECT is the id of an action, type:script, type:webhook, type:workflow, or "*" for all.',
    'LEVEL is auto_approve, require_confirm or deny; default takes it back. CRITICAL is asked all the same.',
    'auto_approve holds for the action as it is, with the scripts and program files behind it (without a project: as its first question shows them). Changed, or with parameters of an agent, it is asked about.',
  ].join('\n'),
  acts: {
    list: defineAct({
      about: 'show them with their ids and what people allow',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { actions: all } = (await client.request('admin/actions/list', {})) as {
            actions: ActionView[];
          };
          if (flags.json) return printJson(all);
          if (all.length === 0) return print('There are no actions.');
          return print(inColumns(all.map(actionCells)).join('\n'));
        }),
    }),
    permissions: defineAct({
      about: 'set what runs unasked, is asked about, or is refused',
      words: 'set SUBJECT LEVEL',
      run: ({ words: [verb = '', subject = '', level = ''], flags }) => {
        if (verb !== 'set') throw new UsageError(`There is no "actions permissions ${verb}"; there is set.`);
        const chosen = oneOf('LEVEL', level, [...PERMISSION_LEVELS, 'default']);
        return withClient(flags, async (client) => {
          const set = await client.request('admin/actions/permissions/set', {
            subject,
            level: chosen === 'default' ? null : chosen,
          });
          return flags.json ? printJson(set) : print(`${subject}: ${chosen}`);
        });
      },
    }),
  },
});

const actionCells = ({ actionId, actionType, permission, isEnabled, name }: ActionView): string[] => [
  actionId,
  actionType,
  permission,
  isEnabled ? 'on' : 'off',
  visibleLine(name),
];
