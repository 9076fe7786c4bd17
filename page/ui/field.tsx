import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

const BOX =
  'w-full min-h-8 rounded-md border border-line bg-panel px-2.5 py-1 text-ink placeholder:text-soft disabled:opacity-60';

interface LabelProps {
  readonly label: string;
  /** Only for screen readers: the place says it to everybody else. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
}

const Labelled = ({
  id,
  label,
  isLabelHidden = false,
  hint,
  children,
}: LabelProps & { readonly id: string; readonly children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium text-sm'}>
      {label}
    </label>
    {children}
    {hint !== undefined && (
      <p id={`${id}-hint`} className="text-soft text-xs">
        {hint}
      </p>
    )}
  </div>
);

const described = (id: string, hint: ReactNode) =>
  hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };

export function TextField({
  label,
  isLabelHidden,
  hint,
  className = '',
  ...rest
}: LabelProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} isLabelHidden={isLabelHidden ?? false} hint={hint}>
      <input
        id={id}
        autoComplete="off"
        {...described(id, hint)}
        className={`${BOX} ${className}`}
        {...rest}
      />
    </Labelled>
  );
}

export function TextArea({
  label,
  isLabelHidden,
  hint,
  className = '',
  ...rest
}: LabelProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} isLabelHidden={isLabelHidden ?? false} hint={hint}>
      <textarea
        id={id}
        spellCheck={false}
        {...described(id, hint)}
        className={`${BOX} ${className}`}
        {...rest}
      />
    </Labelled>
  );
}

interface Option {
  readonly value: string;
  readonly title: string;
}

export function SelectField({
  label,
  isLabelHidden,
  hint,
  options,
  className = '',
  ...rest
}: LabelProps & SelectHTMLAttributes<HTMLSelectElement> & { readonly options: readonly Option[] }) {
  const id = useId();
  return (
    <Labelled id={id} label={label} isLabelHidden={isLabelHidden ?? false} hint={hint}>
      <select id={id} {...described(id, hint)} className={`${BOX} ${className}`} {...rest}>
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
