import { SearchIcon } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { TextBlock } from '../../ui/text-block.tsx';

interface Props {
  readonly collections: readonly string[];
  readonly collection: string;
  readonly onChoose: (collection: string) => void;
}

/** The same search that agents make, with what they would get. */
export function Search({ collections, collection, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const answer = useRead('knowledge/search', { query, collection, topK: 10 }, { isNeeded: query !== '' });
  return (
    <Panel title="What an agent would find">
      <div className="p-4">
        <Form
          fields={[
            { name: 'text', label: 'Question or words', kind: 'search' },
            {
              name: 'collection',
              label: 'Collection',
              kind: 'select',
              options: collections.map((name) => ({ value: name, title: visible(name) })),
              width: 'w-full sm:w-48',
            },
          ]}
          initial={{ text: '', collection }}
          submit="Search"
          submitIcon={<SearchIcon aria-hidden size={14} />}
          onChange={({ collection: chosen }) => onChoose(chosen)}
          onSubmit={({ text }) => setQuery(text.trim())}
        />
      </div>
      {query !== '' && (
        <Answer of={answer} what="what is found">
          {({ results, mode, notes }) => (
            <div className="flex flex-col gap-3 border-line border-t p-4">
              <p role="status" className="text-soft text-sm">
                {results.length === 1 ? '1 passage' : `${results.length} passages`},{' '}
                {mode === 'hybrid' ? 'by meaning and words' : 'by words'}
                {notes.length > 0 && `. ${visible(notes.join(' '))}`}
              </p>
              {results.length === 0 && (
                <Empty title="Nothing fits">Try other words, or add more files.</Empty>
              )}
              <ol aria-label="Passages" className="flex flex-col gap-3">
                {results.map(({ id, path, startLine, endLine, content, relevanceScore }) => (
                  <li key={id} className="flex min-w-0 flex-col gap-1">
                    <p className="flex flex-wrap items-center gap-2">
                      <span className="min-w-0 break-all font-medium">
                        {visible(path ?? 'Text that was added')}
                        {path !== undefined && `:${startLine}-${endLine}`}
                      </span>
                      <Badge look="low">{relevanceScore.toFixed(2)}</Badge>
                    </p>
                    <TextBlock text={content} label={`Passage of ${path ?? 'a text'}, line ${startLine}`} />
                  </li>
                ))}
              </ol>
            </div>
          )}
        </Answer>
      )}
    </Panel>
  );
}
