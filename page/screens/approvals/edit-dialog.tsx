import { useState } from 'react';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { GivenAnswer } from './buttons.tsx';

interface Props {
  readonly approval: Approval;
  readonly onClose: () => void;
  readonly onGive: (answer: GivenAnswer) => void;
}

/** The arguments as JSON, to change before they run; the agent is told what was changed. */
export function EditDialog({ approval, onClose, onGive }: Props) {
  const before = JSON.stringify(approval.args, null, 2);
  const [text, setText] = useState(before);
  const parsed = parse(text);
  const isSame = 'args' in parsed && JSON.stringify(parsed.args, null, 2) === before;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit arguments"
      about="The call runs once with what stands here, and is judged again before it does. The agent is told."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if ('args' in parsed && !isSame)
            onGive({ verdict: 'approve', scope: 'once', editedArgs: parsed.args });
        }}
      >
        <TextArea
          label="Arguments (JSON)"
          className="font-mono text-[13px]"
          rows={Math.min(20, Math.max(6, before.split('\n').length + 1))}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status" className="text-bad text-sm">
          {'problem' in parsed ? parsed.problem : ''}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="good" type="submit" disabled={'problem' in parsed || isSame}>
            Allow with these arguments
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function parse(text: string): { readonly args: Record<string, unknown> } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'Arguments are an object: { "name": value }' };
    return { args: value as Record<string, unknown> };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
