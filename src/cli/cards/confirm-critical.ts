import type { Approval } from '../../core/approval/approval.ts';
import { isTyped, targetOf } from '../../core/approval/approval-target.ts';
import { UsageError } from '../../core/errors.ts';
import { askLine } from '../confirm.ts';
import { approvalCard } from './card-text.ts';

/** What cannot be undone is not allowed by its id alone: the person sees the card and types what it is about. */
export async function confirmCritical(approval: Approval): Promise<void> {
  const target = targetOf(approval);
  const typed = await askLine(`${approvalCard(approval)}\n\nType "${target}" to allow it: `);
  if (isTyped(typed, target)) return;
  throw new UsageError(`"${typed}" is not "${target}", which this call is about; nothing was allowed.`);
}
