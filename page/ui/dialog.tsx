import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** A question in front of everything else; Escape leaves it and focus goes back. */
export function Dialog({ isOpen, onClose, title, about, children }: Props) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(about === undefined && { 'aria-describedby': undefined })}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[90vh] w-[min(46rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-auto rounded-xl border border-line bg-panel p-5 shadow-xl"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
            <Radix.Close aria-label="Close" className="rounded p-1 text-soft hover:bg-raised">
              <X aria-hidden size={18} />
            </Radix.Close>
          </div>
          {about !== undefined && (
            <Radix.Description className="break-words text-soft">{about}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
