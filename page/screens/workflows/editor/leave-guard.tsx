import { useBlocker } from '@tanstack/react-router';
import { SureDialog } from '../../../ui/sure-dialog.tsx';

interface Props {
  readonly isEdited: boolean;
  /** It is being saved: another screen may be shown meanwhile, but the page has to stay open. */
  readonly isKept: boolean;
}

/** Asks before edits are lost: by a link, by the way back, or by closing the page. */
export function LeaveGuard({ isEdited, isKept }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isEdited && !isKept && current.pathname !== next.pathname,
    enableBeforeUnload: isEdited,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <SureDialog
      title="Leave without saving?"
      about="What you changed in this workflow is lost."
      yes="Leave and lose the changes"
      onNo={reset}
      onYes={proceed}
    />
  );
}
