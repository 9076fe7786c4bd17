import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly title: string;
  /** What is lost, and what stays. */
  readonly about: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asked before something is gone. */
export const SureDialog = ({ title, about, yes, onYes, onNo }: Props) => (
  <Dialog isOpen onClose={onNo} title={title} about={about}>
    <div className="flex justify-end gap-2">
      <Button onClick={onNo}>Cancel</Button>
      <Button look="bad" onClick={onYes}>
        {yes}
      </Button>
    </div>
  </Dialog>
);
