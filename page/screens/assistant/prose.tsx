import { TextBlock } from '../../ui/text-block.tsx';
import { type Block, blocksOf } from './markdown/blocks.ts';
import { Words } from './markdown/words.tsx';

const LONGEST = 100_000;

/** Text of a model or a person in Markdown. Everything is a text node: HTML in it is shown, never made. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {blocksOf(text.slice(0, LONGEST)).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end
        <Shown key={at} block={block} />
      ))}
      {text.length > LONGEST && (
        <p className="text-soft text-xs">
          {(text.length - LONGEST).toLocaleString('en')} more characters are in the export.
        </p>
      )}
    </div>
  );
}

function Shown({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      return <TextBlock text={block.text} label="Code" />;
    case 'heading':
      return (
        <p className="break-words font-semibold">
          <Words text={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className="whitespace-pre-wrap break-words border-line border-l-2 pl-3 text-soft">
          <Words text={block.text} />
        </blockquote>
      );
    case 'list':
      return <List items={block.items} />;
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
    default:
      return (
        <p className="whitespace-pre-wrap break-words">
          <Words text={block.text} />
        </p>
      );
  }
}

const List = ({ items }: Pick<Extract<Block, { kind: 'list' }>, 'items'>) => (
  <ul className="flex min-w-0 flex-col gap-1">
    {items.map(({ depth, marker, text }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end
      <li key={at} className="flex min-w-0 gap-2" style={{ paddingLeft: `${depth * 1.25}rem` }}>
        <span className="shrink-0 text-soft">{marker}</span>
        <span className="min-w-0 break-words">
          <Words text={text} />
        </span>
      </li>
    ))}
  </ul>
);

const CELL = 'border border-line px-2 py-1 text-left align-top break-words';

/** Wide ones scroll by themselves, also with the keyboard. */
const Table = ({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) => (
  <section aria-label="Table" tabIndex={0} className="min-w-0 overflow-x-auto">
    <table className="border-collapse text-sm">
      <thead>
        <tr>
          {head.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
            <th key={at} className={`${CELL} bg-raised font-semibold`}>
              <Words text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
              <td key={column} className={CELL}>
                <Words text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
