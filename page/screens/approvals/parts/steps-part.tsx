import { Workflow } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { RiskBadge } from '../../../ui/risk-badge.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

type Step = PartOf<'steps'>['steps'][number];

const MOST = 150;

/** Every step before it runs, with its own risk, in the order of the document. */
export function StepsPart({ part }: { readonly part: PartOf<'steps'> }) {
  const { title, steps } = part;
  return (
    <Box
      label="Steps"
      icon={<Workflow aria-hidden size={15} />}
      head={
        <span className="min-w-0 break-words">
          {title !== undefined && <span className="mr-2 font-medium">{visible(title)}</span>}
          <span className="text-soft text-xs">{steps.length === 1 ? '1 step' : `${steps.length} steps`}</span>
        </span>
      }
    >
      <ol aria-label="Steps" className="flex flex-col divide-y divide-line">
        {steps.slice(0, MOST).map((step) => (
          <StepRow key={step.path} step={step} />
        ))}
      </ol>
      {steps.length > MOST && (
        <p className="text-soft text-xs">And {steps.length - MOST} more; Workflows shows all of them.</p>
      )}
    </Box>
  );
}

function StepRow({ step }: { readonly step: Step }) {
  const { path, name, does, needs, when, risk, reasons, text } = step;
  const depth = Math.min(4, path.split('/').length - 1);
  return (
    <li className="flex min-w-0 flex-col gap-1 py-2 first:pt-0 last:pb-0" style={{ marginLeft: depth * 20 }}>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <RiskBadge risk={risk} />
        <span className="min-w-0 break-words font-medium">{visible(name)}</span>
        <code className="min-w-0 break-words rounded bg-raised px-1.5 py-0.5 text-xs">{visible(does)}</code>
        {needs.length > 0 && (
          <span className="break-words text-soft text-xs">after {visible(needs.join(', '))}</span>
        )}
        {when !== undefined && (
          <span className="break-words text-soft text-xs">
            only when <code className="font-mono">{visible(when)}</code>
          </span>
        )}
      </div>
      {text !== undefined && <TextBlock text={text} label={`What ${name} does`} isBare />}
      {reasons.length > 0 && <p className="break-words text-soft text-xs">{visible(reasons.join('; '))}</p>}
    </li>
  );
}
