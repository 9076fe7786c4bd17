import { useState } from 'react';
import { Button } from './button.tsx';
import { SelectField } from './field.tsx';

interface Props {
  readonly label: string;
  /** What is in force. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onSave: (value: string) => void;
}

/** A choice that is saved by a button: an arrow key changes what is chosen, and must not change what is allowed. */
export function SavedSelect({ label, value, options, onSave }: Props) {
  const [chosen, setChosen] = useState<string | undefined>();
  const shown = chosen ?? value;
  return (
    <span className="flex items-center gap-1.5">
      <SelectField
        label={label}
        isLabelHidden
        value={shown}
        options={options}
        onChange={({ target }) => setChosen(target.value)}
      />
      {shown !== value && (
        <Button
          look="primary"
          aria-label={`Save: ${label}`}
          onClick={() => {
            setChosen(undefined);
            onSave(shown);
          }}
        >
          Save
        </Button>
      )}
    </span>
  );
}
