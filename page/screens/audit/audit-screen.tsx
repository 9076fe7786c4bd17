import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { ChainState } from './chain-state.tsx';
import { EntryList } from './entry-list.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { StatsCharts } from './stats-charts.tsx';

type Query = Input<'audit/query'>;

/** The record: what was done, by whom, who decided, and that nobody changed it since. */
export default function AuditScreen() {
  const [filter, setFilter] = useState<Query>({});
  const entries = useRead('audit/query', { ...filter, limit: 10_000 });
  return (
    <ScreenPage
      title="Audit"
      about="Every call, question and decision. Entries are chained: a change or a gap shows."
      actions={<ExportButtons />}
    >
      <ChainState />
      <StatsCharts />
      <AuditFilters onFilter={setFilter} />
      <Answer of={entries} what="the record">
        {({ entries: found }) =>
          found.length === 0 ? (
            <Empty
              title={Object.keys(filter).length === 0 ? 'The record is empty' : 'No entry fits the filter'}
            >
              Calls of agents, refusals and your decisions are written down here.
            </Empty>
          ) : (
            <EntryList entries={found} />
          )
        }
      </Answer>
    </ScreenPage>
  );
}
