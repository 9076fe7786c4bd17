import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextBlock } from '../../ui/text-block.tsx';

type Data = Readonly<Record<string, unknown>>;

interface Props {
  /** JSON Schema of what the workflow takes. */
  readonly schema: unknown;
  readonly onClose: () => void;
  readonly onRun: (inputs: Data) => void;
}

/** What a run is given; the host checks it against the schema. */
export function InputsDialog({ schema, onClose, onRun }: Props) {
  const [text, setText] = useState(() => JSON.stringify(emptyInputs(schema), null, 2));
  const parsed = parse(text);
  return (
    <Dialog isOpen onClose={onClose} title="Inputs of the run">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if ('inputs' in parsed) onRun(parsed.inputs);
        }}
      >
        <TextArea
          label="Inputs (JSON)"
          className="font-mono text-[13px]"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status" className="text-bad text-sm">
          {'problem' in parsed ? parsed.problem : ''}
        </p>
        <details>
          <summary className="cursor-pointer text-soft text-sm">What it takes</summary>
          <TextBlock text={JSON.stringify(schema, null, 2)} label="Schema of the inputs" />
        </details>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={'problem' in parsed}>
            Run with these inputs
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Each input with its default, or something of its type to begin with. */
function emptyInputs(schema: unknown): Data {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Data> };
  const first: Readonly<Record<string, unknown>> = {
    number: 0,
    integer: 0,
    boolean: false,
    array: [],
    object: {},
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { default: value, type }]) => [
      name,
      value ?? first[String(type)] ?? '',
    ]),
  );
}

function parse(text: string): { readonly inputs: Data } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'Inputs are an object: { "name": value }' };
    return { inputs: value as Data };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
