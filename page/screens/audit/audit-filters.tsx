import type { Input } from '../../api/client.ts';
import { Form } from '../../ui/form.tsx';

type Query = Input<'audit/query'>;

const SPANS = [
  { value: '', title: 'All of it' },
  { value: '3600000', title: 'Last hour' },
  { value: '86400000', title: 'Last day' },
  { value: '604800000', title: 'Last week' },
];

const FIELDS = [
  { name: 'tool', label: 'Tool', isOptional: true, width: 'w-full sm:w-44' },
  {
    name: 'agent',
    label: 'Agent',
    placeholder: 'name, token or session',
    isOptional: true,
    width: 'w-full sm:w-48',
  },
  { name: 'span', label: 'Time', kind: 'select', options: SPANS, isOptional: true, width: 'w-36' },
  { name: 'failed', label: 'Only what failed', kind: 'check', width: '' },
] as const;

/** Which entries of the record to show. */
export const AuditFilters = ({ onFilter }: { readonly onFilter: (filter: Query) => void }) => (
  <Form
    label="Filter the record"
    fields={FIELDS}
    initial={{ tool: '', agent: '', span: '', failed: '' }}
    submit="Show"
    onSubmit={({ tool, agent, span, failed }) =>
      onFilter({
        ...(tool.trim() !== '' && { tool: tool.trim() }),
        ...(agent.trim() !== '' && { agent: agent.trim() }),
        ...(failed === 'on' && { failed: true }),
        ...(span !== '' && { since: new Date(Date.now() - Number(span)).toISOString() }),
      })
    }
  />
);
