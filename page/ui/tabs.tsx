import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  readonly value: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Views of one thing; arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onChange && { onValueChange: onChange })}
      className="flex min-w-0 flex-col gap-4"
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-1 border-line border-b">
        {tabs.map(({ value: name, title }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px min-h-8 border-transparent border-b-2 px-3 py-1.5 font-medium text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value: name, content }) => (
        <Radix.Content key={name} value={name} className="min-w-0">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
