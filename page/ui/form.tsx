import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { CheckField, SelectField, TextArea, TextField } from './field.tsx';
import { Failed } from './states.tsx';

export interface FormField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** Default: a line of text. A check is `on` or empty. */
  readonly kind?: 'text' | 'password' | 'search' | 'number' | 'area' | 'select' | 'check';
  readonly options?: readonly { readonly value: string; readonly title: string }[];
  /** What a line of text offers while it is typed. */
  readonly suggestions?: readonly string[];
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly isMono?: boolean;
  readonly isOptional?: boolean;
  /** In a row; default: as wide as there is room. */
  readonly width?: string;
  /** What is wrong with a value. */
  readonly problem?: (value: string) => string | undefined;
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

interface Props<Name extends string> {
  /** What a screen reader calls it, where no heading does. */
  readonly label?: string;
  readonly fields: readonly FormField<Name>[] | ((values: Values<Name>) => readonly FormField<Name>[]);
  readonly initial: Values<Name>;
  /** What the button says. */
  readonly submit: string;
  readonly submitIcon?: ReactNode;
  readonly submitLook?: 'primary' | 'good' | 'bad' | 'plain';
  readonly onSubmit: (
    values: Values<Name>,
    form: { readonly clear: (...names: readonly Name[]) => void },
  ) => void;
  readonly onChange?: (values: Values<Name>) => void;
  readonly onCancel?: () => void;
  readonly isBusy?: boolean;
  /** Nothing to send yet, beyond what the fields say themselves. */
  readonly isDisabled?: (values: Values<Name>) => boolean;
  readonly error?: unknown;
  /** What to say once it worked. */
  readonly done?: string | false | undefined;
  /** One below the other, with the buttons at the end: for dialogs. */
  readonly isColumn?: boolean;
  readonly children?: ReactNode;
}

/** The one form: fields from a list, a button that waits until they are right, and what went wrong. */
export function Form<Name extends string>(props: Props<Name>) {
  const { label, fields, initial, onSubmit, onChange, isBusy = false, isColumn = false, error, done } = props;
  const [values, setValues] = useState<Values<Name>>(initial);
  const change = (next: Values<Name>): void => {
    setValues(next);
    onChange?.(next);
  };
  const shown = typeof fields === 'function' ? fields(values) : fields;
  const isIncomplete = shown.some(
    (field) => isMissing(field, values) || problemOf(field, values) !== undefined,
  );
  const isOff = isIncomplete || isBusy || props.isDisabled?.(values) === true;
  const clear = (...names: readonly Name[]): void =>
    setValues((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, ''])) }));
  return (
    <form
      {...(label !== undefined && { 'aria-label': label })}
      className="flex min-w-0 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) onSubmit(values, { clear });
      }}
    >
      <div className={isColumn ? 'flex min-w-0 flex-col gap-3' : 'flex min-w-0 flex-wrap items-start gap-3'}>
        {shown.map((field) => (
          <div key={field.name} className={isColumn ? 'min-w-0' : (field.width ?? 'min-w-0 flex-1 basis-60')}>
            <Field
              field={field}
              value={values[field.name]}
              isInRow={!isColumn}
              onChange={(value) => change({ ...values, [field.name]: value })}
            />
          </div>
        ))}
        {!isColumn && (
          // As high as a label, so that the button stands beside the boxes.
          <div className="pt-0 sm:pt-6">
            <Submit {...props} isOff={isOff} />
          </div>
        )}
      </div>
      {props.children}
      {done !== undefined && done !== false && (
        <p role="status" className="text-good text-sm">
          {done}
        </p>
      )}
      {error !== undefined && error !== null && <Failed error={error} isInline />}
      {isColumn && (
        <div className="flex flex-wrap justify-end gap-2">
          <Submit {...props} isOff={isOff} />
        </div>
      )}
    </form>
  );
}

function Submit<Name extends string>({
  submit,
  submitIcon,
  submitLook = 'primary',
  onCancel,
  isOff,
}: Props<Name> & { readonly isOff: boolean }) {
  return (
    <>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button look={submitLook} type="submit" disabled={isOff} icon={submitIcon}>
        {submit}
      </Button>
    </>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly isInRow: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ field, value, isInRow, onChange }: FieldProps) {
  const { kind = 'text', label, options = [], suggestions, hint, placeholder, maxLength, rows = 4 } = field;
  const list = useId();
  const problem = value === '' ? undefined : field.problem?.(value);
  const mono = field.isMono ? 'font-mono text-[13px]' : '';
  const shared = {
    label,
    value,
    ...(problem !== undefined && { problem }),
    ...(hint !== undefined && { hint }),
    ...(placeholder !== undefined && { placeholder }),
    ...(maxLength !== undefined && { maxLength }),
  };
  if (kind === 'check')
    return (
      <div className={isInRow ? 'sm:pt-6' : ''}>
        <CheckField label={label} isOn={value === 'on'} onChange={(isOn) => onChange(isOn ? 'on' : '')} />
      </div>
    );
  if (kind === 'select')
    return (
      <SelectField
        label={label}
        {...(hint !== undefined && { hint })}
        options={options}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'area')
    return (
      <TextArea {...shared} rows={rows} className={mono} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <>
      <TextField
        {...shared}
        type={kind}
        className={mono}
        {...(suggestions && { list })}
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

const isMissing = <Name extends string>(
  { name, kind, isOptional }: FormField<Name>,
  values: Values<Name>,
): boolean => !isOptional && kind !== 'check' && values[name].trim() === '';

const problemOf = <Name extends string>(
  { name, problem }: FormField<Name>,
  values: Values<Name>,
): string | undefined => (values[name] === '' ? undefined : problem?.(values[name]));
