import { visible } from '../../../src/core/text/visible.ts';
import type { Input } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Form } from '../../ui/form.tsx';
import { parseObject, problemOfObject } from '../../ui/json-text.ts';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { Panel } from '../../ui/screen-page.tsx';

const KINDS = [
  { value: 'command', title: 'A command' },
  { value: 'tool', title: 'A tool call' },
  { value: 'path', title: 'A path' },
  { value: 'url', title: 'An address' },
];
const LOOKS = { allow: 'good', ask: 'warn', deny: 'bad' } as const;

/** What would be decided about something, and why, without doing it. */
export function WhatIf() {
  const explain = useAct('explain');
  const { data } = explain;
  return (
    <Panel title="What would the gate decide?">
      <div className="p-4">
        <Form
          fields={({ kind }) => [
            { name: 'kind', label: 'About', kind: 'select', options: KINDS, width: 'w-full sm:w-36' },
            { name: 'text', label: KINDS.find(({ value }) => value === kind)?.title ?? '', isMono: true },
            ...(kind === 'tool' ? [ARGUMENTS] : []),
          ]}
          initial={{ kind: 'command', text: '', args: '{}' }}
          submit="Explain"
          isBusy={explain.isPending}
          error={explain.error}
          onSubmit={({ kind, text, args }) => explain.mutate(questionOf(kind, text, args))}
        />
      </div>
      {data && (
        <div role="status" className="flex flex-col gap-2 border-line border-t p-4">
          <div className="flex flex-wrap items-center gap-2">
            <Badge look={LOOKS[data.decision]}>{data.decision}</Badge>
            <RiskBadge risk={data.risk} />
            {data.rule !== undefined && <span className="break-words text-soft">{visible(data.rule)}</span>}
          </div>
          <ul className="list-disc break-words pl-5">
            {[...new Set(data.reasons)]
              .filter((reason) => reason !== '')
              .map((reason) => (
                <li key={reason}>{visible(reason)}</li>
              ))}
          </ul>
          {data.segments?.map(({ text: part, risk, reasons }, at) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: the same command may stand twice in a line
              key={at}
              className="flex flex-wrap items-center gap-2"
            >
              <RiskBadge risk={risk} />
              <code className="break-words font-mono text-[13px]">{visible(part)}</code>
              <span className="text-soft text-xs">{visible(reasons.join('; '))}</span>
            </p>
          ))}
        </div>
      )}
    </Panel>
  );
}

const ARGUMENTS = {
  name: 'args',
  label: 'Arguments (JSON)',
  kind: 'area',
  rows: 5,
  isMono: true,
  width: 'w-full',
  problem: problemOfObject,
} as const;

function questionOf(kind: string, text: string, args: string): Input<'explain'> {
  if (kind !== 'tool') return { [kind]: text };
  const parsed = parseObject(args);
  return { tool: text.trim(), args: 'value' in parsed ? parsed.value : {} };
}
