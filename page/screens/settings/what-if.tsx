import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';
import { visibleText } from '../../ui/visible-text.ts';

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
  const [kind, setKind] = useState('command');
  const [text, setText] = useState('');
  const [args, setArgs] = useState('{}');
  const [problem, setProblem] = useState('');
  const { data } = explain;
  const ask = (): void => {
    const question = questionOf(kind, text, args);
    setProblem(typeof question === 'string' ? question : '');
    if (typeof question !== 'string') explain.mutate(question);
  };
  return (
    <Panel title="What would the gate decide?">
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-36">
            <SelectField
              label="About"
              options={KINDS}
              value={kind}
              onChange={(event) => setKind(event.target.value)}
            />
          </div>
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              label={KINDS.find(({ value }) => value === kind)?.title ?? ''}
              className="font-mono"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <Button look="primary" type="submit" disabled={text.trim() === '' || explain.isPending}>
            Explain
          </Button>
        </div>
        {kind === 'tool' && (
          <TextArea
            label="Arguments (JSON)"
            rows={5}
            className="font-mono text-[13px]"
            value={args}
            onChange={(event) => setArgs(event.target.value)}
          />
        )}
        {problem !== '' && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
      </form>
      {explain.error && <Failed error={explain.error} />}
      {data && (
        <div role="status" className="flex flex-col gap-2 border-line border-t p-4">
          <div className="flex flex-wrap items-center gap-2">
            <Badge look={LOOKS[data.decision]}>{data.decision}</Badge>
            <RiskBadge risk={data.risk} />
            {data.rule !== undefined && (
              <span className="break-words text-soft">{visibleText(data.rule)}</span>
            )}
          </div>
          <ul className="list-disc break-words pl-5">
            {[...new Set(data.reasons)]
              .filter((reason) => reason !== '')
              .map((reason) => (
                <li key={reason}>{visibleText(reason)}</li>
              ))}
          </ul>
          {data.segments?.map(({ text: part, risk, reasons }, at) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: the same command may stand twice in a line
              key={at}
              className="flex flex-wrap items-center gap-2"
            >
              <RiskBadge risk={risk} />
              <code className="break-words font-mono text-[13px]">{visibleText(part)}</code>
              <span className="text-soft text-xs">{visibleText(reasons.join('; '))}</span>
            </p>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** The question, or what is wrong with it. */
function questionOf(kind: string, text: string, args: string): Input<'explain'> | string {
  if (kind !== 'tool') return { [kind]: text };
  try {
    return { tool: text.trim(), args: JSON.parse(args) as Record<string, unknown> };
  } catch (error) {
    return `The arguments are no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
