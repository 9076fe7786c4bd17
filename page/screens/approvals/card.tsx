import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer } from '../../ui/states.tsx';
import { Ago, lengthInWords, useNow } from '../../ui/time.tsx';
import { Arguments } from './arguments.tsx';
import { Buttons } from './buttons.tsx';
import { Preview } from './preview.tsx';

interface Props {
  readonly approval: Approval;
  readonly onBack?: () => void;
}

/** A long question is in lists without all of its text; the answers come with the rest. */
export function Card({ approval, onBack }: Props) {
  const whole = useRead('approvals/get', { id: approval.id }, { isNeeded: approval.isShortened === true });
  const back = onBack && { onBack };
  if (!approval.isShortened) return <WholeCard approval={approval} {...back} />;
  return (
    <Answer of={whole} what="the question">
      {(found) => <WholeCard approval={found} {...back} />}
    </Answer>
  );
}

/** Everything a person has to read before they answer, and the answers. */
function WholeCard({ approval, onBack }: Props) {
  const { card, tool, risk, client, principal, createdAt, expiresAt } = approval;
  const now = useNow();
  return (
    <article aria-label={card.title} className="flex min-w-0 flex-col rounded-lg border border-line bg-panel">
      <div className="flex flex-col gap-4 p-4">
        <header className="flex flex-col gap-1.5">
          {onBack && (
            <Button
              look="quiet"
              className="self-start lg:hidden"
              onClick={onBack}
              icon={<ArrowLeft aria-hidden size={15} />}
            >
              All that waits
            </Button>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <RiskBadge risk={risk} />
            <h2 className="min-w-0 break-words font-semibold text-lg">{visible(card.title)}</h2>
            <code className="rounded bg-raised px-1.5 py-0.5 text-xs">{visible(tool)}</code>
          </div>
          <p className="break-words text-soft">
            Asked by <span className="font-medium text-ink">{visible(client)}</span> (
            {shownPrincipal(principal)}), <Ago at={createdAt} />; open for{' '}
            {lengthInWords(Date.parse(expiresAt) - now)} more
          </p>
          <Description tool={tool} />
        </header>
        {card.reasons.length > 0 && (
          <Section title={`Why it is ${risk}`}>
            <ul className="list-disc break-words pl-5">
              {card.reasons.map((reason) => (
                <li key={reason}>{visible(reason)}</li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="What will happen">
          <Preview card={card} />
        </Section>
        {card.details !== undefined && (
          <ul aria-label="Also" className="flex flex-col gap-1">
            {card.details.map((detail) => (
              <li
                key={detail}
                className={`whitespace-pre-wrap break-words ${detail.includes('\n') ? 'font-mono text-[13px]' : ''}`}
              >
                {visible(detail)}
              </li>
            ))}
          </ul>
        )}
        <Section title="Arguments">
          <Arguments args={approval.args} />
        </Section>
        {card.rule !== undefined && (
          <p className="break-words text-soft">
            You are asked because: <span className="text-ink">{visible(card.rule)}</span>
          </p>
        )}
      </div>
      <Buttons approval={approval} />
    </article>
  );
}

/** The tool's own words, from the catalogue. */
function Description({ tool }: { readonly tool: string }) {
  const { data } = useRead('tools', {});
  const entry = data?.tools.find(({ name }) => name === tool);
  if (typeof entry?.description !== 'string') return null;
  return <p className="line-clamp-3 break-words text-soft text-xs">{visible(entry.description)}</p>;
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
