import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Answer, Failed } from '../../ui/states.tsx';
import { AutoApprove } from './auto-approve.tsx';
import { PermissionLevel } from './level.tsx';
import { ToolMatrix } from './tool-matrix.tsx';

export type Settings = Output<'settings/get'>;

/** The level, the tools one by one, and what is approved automatically. */
export function Permissions() {
  const settings = useRead('settings/get', {}, { refreshOn: ['settings.changed'] });
  const set = useAct('settings/set', ['settings/get', 'status']);
  return (
    <Answer of={settings} what="settings">
      {(now) => (
        <div className="flex flex-col gap-4">
          {set.error && <Failed error={set.error} />}
          {now.file !== null && (
            <p role="status" className="break-words text-soft text-sm">
              {set.isSuccess ? 'Saved in' : 'Changes are saved in'} {now.file}
            </p>
          )}
          {now.overridden.length > 0 && (
            <p className="text-soft">
              Set by the command line or the environment of the host, and not changed here:{' '}
              {now.overridden.join(', ')}
            </p>
          )}
          <PermissionLevel
            settings={now}
            isBusy={set.isPending}
            onChange={(permissionLevel) => set.mutate({ permissionLevel })}
          />
          <AutoApprove settings={now} onChange={(autoApprove) => set.mutate({ autoApprove })} />
          <ToolMatrix
            settings={now}
            onChange={(tool, word) => set.mutate({ toolPermissions: { [tool]: word } })}
          />
        </div>
      )}
    </Answer>
  );
}
