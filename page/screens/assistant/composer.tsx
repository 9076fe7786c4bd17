import { ArrowUp, Square } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';

interface Props {
  /** Answers whether it was taken; else the words stay. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly isFirst?: boolean;
  /** There while an answer is being made. */
  readonly onStop?: (() => void) | undefined;
  readonly isStopping?: boolean;
}

/** Where a person writes. Enter sends, Shift+Enter begins a line. */
export function Composer({ onSend, onStop, isFirst = false, isStopping = false }: Props) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const canSend = text.trim() !== '' && !isSending && onStop === undefined;
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    if (await onSend(text.trim())) setText('');
    setSending(false);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label="Message"
        isLabelHidden
        rows={isFirst ? 5 : 2}
        maxLength={200_000}
        placeholder="Message to the assistant"
        autoFocus={isFirst}
        value={text}
        className="resize-y"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <p className="text-soft text-xs">Enter sends, Shift+Enter begins a new line.</p>
        {onStop ? (
          <Button
            look="bad"
            disabled={isStopping}
            onClick={onStop}
            icon={<Square aria-hidden size={13} fill="currentColor" />}
          >
            Stop
          </Button>
        ) : (
          <Button look="primary" type="submit" disabled={!canSend} icon={<ArrowUp aria-hidden size={15} />}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
}
