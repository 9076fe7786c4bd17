import { useState } from 'react';
import { RISKS } from '../../../src/core/risk.ts';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { TextBlock } from '../../ui/text-block.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';

type Entry = Output<'audit/query'>['entries'][number];

const LOOKS: Readonly<Record<Entry['kind'], BadgeLook>> = {
  intent: 'low',
  outcome: 'good',
  refusal: 'bad',
  asked: 'warn',
  decision: 'plain',
  admin: 'plain',
  set_aside: 'warn',
};

/** One line for each entry; a click shows all of it. */
export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  const [chosen, setChosen] = useState<Entry | undefined>();
  return (
    <>
      <p role="status" className="text-soft text-xs">
        {entries.length.toLocaleString('en')} entries, the newest first
      </p>
      <VirtualRows
        rows={entries}
        rowHeight={40}
        label="Entries of the record"
        keyOf={({ seq }) => String(seq)}
        className="max-h-[60vh] rounded-lg border border-line bg-panel"
        render={(entry) => <Row entry={entry} onChoose={setChosen} />}
      />
      {chosen && (
        <Dialog isOpen onClose={() => setChosen(undefined)} title={`Entry ${chosen.seq}`}>
          <p className="text-soft">{new Date(chosen.ts).toLocaleString()}</p>
          <TextBlock text={JSON.stringify(chosen, null, 2)} label={`Entry ${chosen.seq}`} />
        </Dialog>
      )}
    </>
  );
}

function Row({ entry, onChoose }: { readonly entry: Entry; readonly onChoose: (entry: Entry) => void }) {
  const { seq, ts, kind, body } = entry;
  const text = (name: string): string =>
    typeof body[name] === 'string' ? visible(body[name] as string) : '';
  const risk = RISKS.find((one) => one === body.risk);
  const isBad = (kind === 'outcome' || kind === 'admin') && body.ok === false;
  return (
    <button
      type="button"
      onClick={() => onChoose(entry)}
      className="flex h-10 w-full min-w-0 items-center gap-3 border-line border-b px-3 text-left hover:bg-raised"
    >
      <span className="w-14 shrink-0 text-right font-mono text-soft text-xs">{seq}</span>
      <time dateTime={ts} className="hidden w-32 shrink-0 text-soft text-xs tabular-nums sm:block">
        {ts.slice(5, 19).replace('T', ' ')}
      </time>
      <span className="w-20 shrink-0">
        <Badge look={isBad ? 'bad' : LOOKS[kind]}>{isBad ? 'failed' : kind}</Badge>
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-[13px]">
        {text('tool')} <span className="text-soft">{text('code') || text('verdict') || text('rule')}</span>
      </span>
      <span className="hidden w-40 shrink-0 truncate text-soft md:block">
        {text('client') || text('principal')}
      </span>
      <span className="hidden w-24 shrink-0 md:block">{risk && <RiskBadge risk={risk} />}</span>
    </button>
  );
}
