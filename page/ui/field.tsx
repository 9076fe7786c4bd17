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
  /** What is wrong with what is typed. */
  readonly problem?: string;
}

const Labelled = ({
  id,
  label,
  isLabelHidden = false,
  hint,
  problem,
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
    {problem !== undefined && (
      <p id={`${id}-problem`} role="status" className="break-words text-bad text-xs">
        {problem}
      </p>
    )}
  </div>
);

const described = (id: string, hint: ReactNode, problem?: string) => {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ];
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problem !== undefined && { 'aria-invalid': true }),
  };
};

export function TextField({
  label,
  isLabelHidden,
  hint,
  problem,
  className = '',
  ...rest
}: LabelProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Labelled
      id={id}
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      hint={hint}
      {...(problem !== undefined && { problem })}
    >
      <input
        id={id}
        autoComplete="off"
        {...described(id, hint, problem)}
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
  problem,
  className = '',
  ...rest
}: LabelProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Labelled
      id={id}
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      hint={hint}
      {...(problem !== undefined && { problem })}
    >
      <textarea
        id={id}
        spellCheck={false}
        {...described(id, hint, problem)}
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

interface CheckProps {
  readonly label: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const CheckField = ({ label, isOn, onChange }: CheckProps) => (
  <label className="flex min-h-8 items-center gap-2">
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);
