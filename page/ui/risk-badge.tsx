import { CircleAlert, CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { Risk } from '../../src/core/risk.ts';

const LOOKS = {
  SAFE: { icon: CircleCheck, colours: 'bg-good-ground text-good' },
  LOW: { icon: Info, colours: 'bg-low-ground text-low' },
  MEDIUM: { icon: CircleAlert, colours: 'bg-warn-ground text-warn' },
  HIGH: { icon: TriangleAlert, colours: 'bg-high-ground text-high' },
  CRITICAL: { icon: OctagonAlert, colours: 'bg-bad-ground text-bad' },
} as const satisfies Record<Risk, object>;

/** Risk as a word, a sign and a colour: never by colour alone. */
export function RiskBadge({ risk }: { readonly risk: Risk }) {
  const { icon: Icon, colours } = LOOKS[risk];
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 rounded align-middle px-1.5 py-0.5 font-semibold text-xs ${colours}`}
    >
      <Icon aria-hidden size={13} />
      {risk}
    </span>
  );
}
