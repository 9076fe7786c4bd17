import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';
import { AnsiText } from '../../../ui/ansi-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/screen-page.tsx';
import { Empty, Failed } from '../../../ui/states.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import type { RunView } from './run-screen.tsx';
import { type LogLine, useLog } from './use-log.ts';

const ROW = 24;

type Row =
  | { readonly kind: 'head'; readonly key: string; readonly stepId: string; readonly count: number }
  | { readonly kind: 'line'; readonly key: string; readonly line: LogLine };

/** What the steps printed, step by step; each can be folded, and a search leaves the lines that have the words. */
export function RunLog({ run }: { readonly run: RunView }) {
  const { lines, error } = useLog(run.executionId);
  const [query, setQuery] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const target = useRef(lineInAddress());
  const wanted = query.toLowerCase();
  const found = wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
  const names = new Map(run.steps.map(({ stepId, name }) => [stepId, name]));
  const fold = (stepId: string): void => {
    const next = new Set(folded);
    if (!next.delete(stepId)) next.add(stepId);
    setFolded(next);
  };
  const rows = rowsOf(found, folded);
  useEffect(() => {
    const at = rows.findIndex((row) => row.kind === 'line' && row.line.seq === target.current);
    const list = box.current?.querySelector('[role="list"]');
    if (at < 0 || !list) return;
    // Once: from then on the person scrolls.
    target.current = undefined;
    list.scrollTop = Math.max(0, at - 5) * ROW;
  }, [rows]);
  if (error !== undefined && lines.length === 0) return <Failed error={error} />;
  if (lines.length === 0)
    return <Empty title="Nothing was printed yet">What the steps print shows up here while they run.</Empty>;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Search the log"
        isLabelHidden
        type="search"
        placeholder="Search the log"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="text-soft text-xs">
        {wanted === '' ? `${lines.length} lines` : `${found.length} of ${lines.length} lines`}
      </p>
      <Panel>
        <div ref={box}>
          <VirtualRows
            rows={rows}
            rowHeight={ROW}
            label="Log"
            className="max-h-[60vh] bg-code font-mono text-[13px]"
            keyOf={({ key }) => key}
            render={(row) =>
              row.kind === 'line' ? (
                <Line line={row.line} />
              ) : (
                <button
                  type="button"
                  aria-expanded={!folded.has(row.stepId)}
                  onClick={() => fold(row.stepId)}
                  className="flex h-full w-full items-center gap-1 bg-raised px-2 text-left font-sans font-semibold text-xs"
                >
                  {folded.has(row.stepId) ? (
                    <ChevronRight aria-hidden size={14} />
                  ) : (
                    <ChevronDown aria-hidden size={14} />
                  )}
                  {visible(names.get(row.stepId) ?? row.stepId)} ({row.count})
                </button>
              )
            }
          />
        </div>
      </Panel>
    </div>
  );
}

const Line = ({ line }: { readonly line: LogLine }) => (
  <div
    id={`L${line.seq}`}
    className="flex h-full items-center gap-3 whitespace-pre px-2 target:bg-warn-ground"
  >
    <a
      href={`#L${line.seq}`}
      aria-label={`Line ${line.seq}`}
      className="flex h-full w-12 shrink-0 select-none items-center justify-end text-soft text-xs hover:underline"
    >
      {line.seq}
    </a>
    <span dir="ltr">
      <AnsiText text={line.text} />
    </span>
  </div>
);

/** The line that an address such as `#L12` names. */
export function lineInAddress(): number | undefined {
  const found = /^#L(\d+)$/.exec(location.hash)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Lines of one step that follow each other stand below one heading. */
function rowsOf(lines: readonly LogLine[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = lines[at];
    if (!first) break;
    let end = at;
    while (lines[end]?.stepId === first.stepId) end += 1;
    rows.push({ kind: 'head', key: `head-${first.seq}`, stepId: first.stepId, count: end - at });
    if (!folded.has(first.stepId))
      for (const line of lines.slice(at, end)) rows.push({ kind: 'line', key: String(line.seq), line });
    at = end;
  }
  return rows;
}
