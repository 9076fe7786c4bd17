import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import type { Settings } from './permissions.tsx';

interface Props {
  readonly settings: Settings;
  readonly onChange: (change: { enabled?: boolean; tools?: string[] }) => void;
}

/** Tools that run unasked up to MEDIUM. */
export function AutoApprove({ settings, onChange }: Props) {
  const { enabled, tools } = settings.autoApprove;
  return (
    <Panel title="Automatic approval">
      <div className="flex flex-col gap-3 p-4">
        <CheckField
          label="Approve these tools without asking, up to MEDIUM"
          isOn={enabled}
          onChange={(isOn) => onChange({ enabled: isOn })}
        />
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
        <Form
          fields={[{ name: 'tool', label: 'Tool to add', isMono: true, width: 'w-full sm:w-56' }]}
          initial={{ tool: '' }}
          submit="Add"
          submitLook="plain"
          onSubmit={({ tool }, { clear }) => {
            onChange({ tools: [...tools, tool.trim()] });
            clear('tool');
          }}
        />
      </div>
    </Panel>
  );
}
