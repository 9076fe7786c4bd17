import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import type { Settings } from './permissions.tsx';

interface Props {
  readonly settings: Settings;
  readonly onChange: (change: { enabled?: boolean; tools?: string[] }) => void;
}

/** Tools that run unasked up to MEDIUM. */
export function AutoApprove({ settings, onChange }: Props) {
  const [tool, setTool] = useState('');
  const { enabled, tools } = settings.autoApprove;
  return (
    <Panel title="Automatic approval">
      <div className="flex flex-col gap-3 p-4">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={enabled}
            onChange={(event) => onChange({ enabled: event.target.checked })}
          />
          Approve these tools without asking, up to MEDIUM
        </label>
        <ul aria-label="Automatically approved tools" className="flex flex-wrap gap-2">
          {tools.map((name) => (
            <li key={name} className="flex items-center gap-1">
              <Badge>{name}</Badge>
              <Button
                look="quiet"
                aria-label={`Remove ${name}`}
                onClick={() => onChange({ tools: tools.filter((one) => one !== name) })}
              >
                Remove
              </Button>
            </li>
          ))}
          {tools.length === 0 && <li className="text-soft">No tool is listed.</li>}
        </ul>
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (tool.trim() !== '') onChange({ tools: [...tools, tool.trim()] });
            setTool('');
          }}
        >
          <div className="w-56">
            <TextField label="Tool to add" value={tool} onChange={(event) => setTool(event.target.value)} />
          </div>
          <Button type="submit" disabled={tool.trim() === ''}>
            Add
          </Button>
        </form>
      </div>
    </Panel>
  );
}
