import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

type Query = Input<'audit/query'>;

interface Props {
  readonly filter: Query;
  readonly onFilter: (filter: Query) => void;
}

const SPANS = [
  { value: '', title: 'All of it' },
  { value: '3600000', title: 'Last hour' },
  { value: '86400000', title: 'Last day' },
  { value: '604800000', title: 'Last week' },
];

export function AuditFilters({ onFilter }: Props) {
  const [tool, setTool] = useState('');
  const [agent, setAgent] = useState('');
  const [span, setSpan] = useState('');
  const [failed, setFailed] = useState(false);
  const apply = (): void =>
    onFilter({
      ...(tool.trim() !== '' && { tool: tool.trim() }),
      ...(agent.trim() !== '' && { agent: agent.trim() }),
      ...(failed && { failed: true }),
      ...(span !== '' && { since: new Date(Date.now() - Number(span)).toISOString() }),
    });
  return (
    <form
      aria-label="Filter the record"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="w-44">
        <TextField label="Tool" value={tool} onChange={(event) => setTool(event.target.value)} />
      </div>
      <div className="w-44">
        <TextField
          label="Agent"
          placeholder="name, token or session"
          value={agent}
          onChange={(event) => setAgent(event.target.value)}
        />
      </div>
      <div className="w-36">
        <SelectField
          label="Time"
          options={SPANS}
          value={span}
          onChange={(event) => setSpan(event.target.value)}
        />
      </div>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={failed}
          onChange={(event) => setFailed(event.target.checked)}
        />
        Only what failed
      </label>
      <Button look="primary" type="submit">
        Show
      </Button>
    </form>
  );
}
