import type { Gated } from '../../live/use-gated.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { parseObject, problemOfObject } from '../../ui/json-text.ts';
import { TextBlock } from '../../ui/text-block.tsx';

type Data = Readonly<Record<string, unknown>>;

interface Props {
  /** JSON Schema of what the workflow takes. */
  readonly schema: unknown;
  /** What was given the last time it was asked. */
  readonly given: Data | undefined;
  readonly gated: Gated;
  readonly onClose: () => void;
  readonly onRun: (inputs: Data) => void;
}

/** What a run is given; the host checks it against the schema, and what it finds wrong is corrected here. */
export function InputsDialog({ schema, given, gated, onClose, onRun }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title="Inputs of the run">
      <Form
        isColumn
        fields={[
          {
            name: 'text',
            label: 'Inputs (JSON)',
            kind: 'area',
            rows: 8,
            isMono: true,
            problem: problemOfObject,
          },
        ]}
        initial={{ text: JSON.stringify(given ?? emptyInputs(schema), null, 2) }}
        submit="Run with these inputs"
        isBusy={gated.isBusy}
        error={gated.error}
        onCancel={onClose}
        onSubmit={({ text }) => {
          const parsed = parseObject(text);
          if ('value' in parsed) onRun(parsed.value);
        }}
      >
        <details>
          <summary className="cursor-pointer text-soft text-sm">What it takes</summary>
          <TextBlock text={JSON.stringify(schema, null, 2)} label="Schema of the inputs" />
        </details>
      </Form>
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
