import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Failed } from '../../ui/states.tsx';
import { AutoApprove } from './auto-approve.tsx';
import { ToolMatrix } from './tool-matrix.tsx';

export type Settings = Output<'settings/get'>;

const LEVELS = [
  { value: 'read_only', title: 'Read only', about: 'Agents look and change nothing.' },
  {
    value: 'execute_with_confirm',
    title: 'Ask me',
    about: 'What changes something is asked about, by its risk. The default.',
  },
  {
    value: 'full_access',
    title: 'Full access',
    about: 'Everything runs unasked, but for what is CRITICAL and what a rule or a tool below says.',
  },
] as const;

/** The level, the tools one by one, and what is approved automatically. */
export function Permissions() {
  const settings = useRead('settings/get', {}, { refreshOn: ['settings.changed'] });
  const set = useAct('settings/set', ['settings/get', 'status']);
  return (
    <Answer of={settings} what="settings">
      {(now) => (
        <div className="flex flex-col gap-4">
          {set.error && <Failed error={set.error} />}
          {now.overridden.length > 0 && (
            <p className="text-soft">
              Set by the command line or the environment of the host, and not changed here:{' '}
              {now.overridden.join(', ')}
            </p>
          )}
          <Panel title="Permission level">
            <fieldset className="flex flex-col gap-3 p-4">
              <legend className="sr-only">Permission level</legend>
              {LEVELS.map(({ value, title, about }) => (
                <label key={value} className="flex items-start gap-3">
                  <input
                    type="radio"
                    name="level"
                    className="mt-1 size-4 accent-accent"
                    checked={now.permissionLevel === value}
                    disabled={now.overridden.includes('permissionLevel') || set.isPending}
                    onChange={() => set.mutate({ permissionLevel: value })}
                  />
                  <span>
                    <span className="font-medium">{title}</span> <Badge>{value}</Badge>
                    <span className="block text-soft text-sm">{about}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          </Panel>
          <AutoApprove settings={now} onChange={(autoApprove) => set.mutate({ autoApprove })} />
          <ToolMatrix
            settings={now}
            onChange={(tool, word) => set.mutate({ toolPermissions: { [tool]: word } })}
          />
          {now.file !== null && <p className="text-soft text-xs">Written to {now.file}</p>}
        </div>
      )}
    </Answer>
  );
}
