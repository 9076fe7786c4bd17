import { useState } from 'react';
import { RISKS } from '../../../src/core/risk.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextField } from '../../ui/field.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { SavedSelect } from '../../ui/saved-select.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import type { Settings } from './permissions.tsx';

type Word = 'allowed' | 'confirm' | 'blocked';

interface Props {
  readonly settings: Settings;
  readonly onChange: (tool: string, word: Word | null) => void;
}

const WORDS = [
  { value: '', title: 'by risk' },
  { value: 'allowed', title: 'allowed' },
  { value: 'confirm', title: 'confirm' },
  { value: 'blocked', title: 'blocked' },
];

/** Each tool: allowed, confirmed or blocked; left alone, its risk decides. */
export function ToolMatrix({ settings, onChange }: Props) {
  const tools = useRead('tools', {});
  const [filter, setFilter] = useState('');
  return (
    <Panel
      title="Tools"
      actions={
        <div className="w-56">
          <TextField
            label="Filter tools"
            isLabelHidden
            type="search"
            placeholder="Filter tools"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      }
    >
      <Answer of={tools} what="tools">
        {({ tools: all }) => (
          <VirtualRows
            rows={all.filter(({ name, title }) =>
              `${name} ${title}`.toLowerCase().includes(filter.toLowerCase()),
            )}
            rowHeight={48}
            label="Tools"
            keyOf={({ name }) => String(name)}
            className="max-h-96"
            render={({ name, title, pack, risk }) => {
              const known = RISKS.find((one) => one === risk);
              const tool = String(name);
              return (
                <div className="flex h-12 items-center gap-3 border-line border-b px-4">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-mono text-[13px]">{visible(tool)}</span>
                    <span className="block truncate text-soft text-xs">{visible(String(title))}</span>
                  </span>
                  <span className="hidden sm:block">
                    <Badge>{String(pack)}</Badge>
                  </span>
                  <span className="hidden w-24 md:block">
                    {known ? <RiskBadge risk={known} /> : <Badge>by arguments</Badge>}
                  </span>
                  <SavedSelect
                    label={`Permission of ${tool}`}
                    value={settings.toolPermissions[tool] ?? ''}
                    options={WORDS}
                    onSave={(word) => onChange(tool, (word || null) as Word | null)}
                  />
                </div>
              );
            }}
          />
        )}
      </Answer>
    </Panel>
  );
}
