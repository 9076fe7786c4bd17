import { visible } from '../../../src/core/text/visible.ts';
import { TextBlock } from '../../ui/text-block.tsx';

const SHORT = 120;

/** All arguments by name; long ones in a box that scrolls. */
export function Arguments({ args }: { readonly args: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(args);
  if (entries.length === 0) return <p className="text-soft">None.</p>;
  return (
    <dl className="grid min-w-0 gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
      {entries.map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
        const isShort = text.length <= SHORT && !text.includes('\n');
        return (
          <div key={name} className="contents">
            <dt className="break-words font-mono text-soft text-xs leading-5">{visible(name)}</dt>
            <dd className="min-w-0">
              {isShort ? (
                <code className="break-words font-mono text-[13px]">{visible(text)}</code>
              ) : (
                <TextBlock text={text} label={`Argument ${name}`} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
