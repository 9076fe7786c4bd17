import { useRef, useState } from 'react';
import { type Approval, usePending } from '../../live/use-pending.ts';
import { Answer, Empty } from '../../ui/states.tsx';
import { Card } from './card.tsx';
import { ManyBar } from './many-bar.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { WaitingList } from './waiting-list.tsx';

interface Props {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** All that waits at the left, the one that is looked at on the right. */
export function Inbox({ chosen, onChoose }: Props) {
  const pending = usePending();
  return (
    <Answer of={pending} what="approvals">
      {() => <Open waiting={pending.waiting} chosen={chosen} onChoose={onChoose} />}
    </Answer>
  );
}

function Open({ waiting, chosen, onChoose }: Props & { readonly waiting: readonly Approval[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // One that was closed while it was looked at makes room for the next; an old link says that it is closed.
  const seen = useRef(new Set<string>());
  for (const { id } of waiting) seen.current.add(id);
  const isLeft = chosen === undefined || seen.current.has(chosen);
  const shown = waiting.find(({ id }) => id === chosen) ?? (isLeft ? waiting[0] : undefined);
  const pick = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  useInboxKeys({ waiting, shown, onChoose, onPick: pick });
  const many = waiting.filter(({ id }) => picked.has(id));
  if (waiting.length === 0 && isLeft)
    return (
      <Empty title="Nothing waits for you">
        When an agent wants to do something that you are asked about, it shows up here by itself.
      </Empty>
    );
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={`flex min-w-0 flex-col gap-2 ${chosen === undefined ? '' : 'hidden lg:flex'}`}>
        {many.length > 0 && <ManyBar approvals={many} onDone={() => setPicked(new Set())} />}
        <WaitingList waiting={waiting} shown={shown?.id} picked={picked} onChoose={onChoose} onPick={pick} />
        <p className="hidden text-soft text-xs lg:block">
          Keys: j and k move, x selects, a allows once, s for the session, d denies, e edits.
        </p>
      </div>
      {shown ? (
        <Card
          key={shown.id}
          approval={shown}
          {...(chosen !== undefined && { onBack: () => onChoose(undefined) })}
        />
      ) : (
        <Empty title="This question is closed">
          It was answered, or its time is over. The tab Decided shows what came of it.
        </Empty>
      )}
    </div>
  );
}
