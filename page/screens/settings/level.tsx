import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { SureDialog } from '../../ui/sure-dialog.tsx';
import type { Settings } from './permissions.tsx';

type Level = Settings['permissionLevel'];

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

interface Props {
  readonly settings: Settings;
  readonly isBusy: boolean;
  readonly onChange: (level: Level) => void;
}

/** The level is chosen, then saved: an arrow key moves the choice, and must not decide for all agents. */
export function PermissionLevel({ settings, isBusy, onChange }: Props) {
  const now = settings.permissionLevel;
  const [chosen, setChosen] = useState<Level | undefined>();
  const [isSure, setSure] = useState(false);
  const wanted = chosen ?? now;
  const title = LEVELS.find(({ value }) => value === wanted)?.title;
  const save = (): void => {
    setSure(false);
    setChosen(undefined);
    onChange(wanted);
  };
  return (
    <Panel title="Permission level">
      <fieldset className="flex flex-col gap-3 p-4">
        <legend className="sr-only">Permission level</legend>
        {LEVELS.map(({ value, title: name, about }) => (
          <label key={value} className="flex items-start gap-3">
            <input
              type="radio"
              name="level"
              className="mt-1 size-4 accent-accent"
              checked={wanted === value}
              disabled={settings.overridden.includes('permissionLevel') || isBusy}
              onChange={() => setChosen(value)}
            />
            <span>
              <span className="font-medium">{name}</span> <Badge>{value}</Badge>{' '}
              {value === now && <Badge look="good">in force</Badge>}
              <span className="block text-soft text-sm">{about}</span>
            </span>
          </label>
        ))}
        {wanted !== now && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => (wanted === 'full_access' ? setSure(true) : save())}>
              Change to {title}
            </Button>
            <Button onClick={() => setChosen(undefined)}>Leave it as it is</Button>
          </div>
        )}
      </fieldset>
      {isSure && (
        <SureDialog
          title="Give all agents full access?"
          about="From the next call on, every agent that is connected runs commands and changes files without asking you. Only what is CRITICAL, and what a rule or a tool says, is still asked about or refused."
          yes="Give full access"
          onNo={() => setSure(false)}
          onYes={save}
        />
      )}
    </Panel>
  );
}
