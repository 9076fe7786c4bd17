import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';
import { Progress } from './progress.tsx';

type Kept = Output<'knowledge/status'>['collections'][number];
type Source = Kept['sources'][number];

/** One collection: its paths, and how far reading them is. */
export function Collection({ collection }: { readonly collection: Kept }) {
  const { name, documents, embedder, vectors, sources } = collection;
  const reindex = useAct('knowledge/reindex', ['knowledge/status']);
  const [isDropping, setDropping] = useState(false);
  return (
    <Panel
      title={visible(name)}
      actions={
        <>
          <Button
            aria-label={`Rebuild vectors: ${name}`}
            disabled={reindex.isPending}
            onClick={() => reindex.mutate({ collection: name })}
          >
            Rebuild vectors
          </Button>
          <Button look="bad" aria-label={`Drop ${name}`} onClick={() => setDropping(true)}>
            Drop
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <p className="text-soft">
          {documents === 1 ? '1 document' : `${documents.toLocaleString('en')} documents`},{' '}
          {embedder === undefined ? 'found by words only' : `found by meaning with ${visible(embedder)}`}
        </p>
        {embedder !== undefined && (
          <Progress label={`Vectors of ${name}`} done={vectors.done} total={vectors.total} unit="vectors" />
        )}
        {reindex.error && <Failed error={reindex.error} />}
        <ul aria-label={`Paths of ${name}`} className="flex flex-col divide-y divide-line">
          {sources.map((source) => (
            <SourceRow key={source.path} collection={name} source={source} />
          ))}
        </ul>
      </div>
      {isDropping && <Drop name={name} onClose={() => setDropping(false)} />}
    </Panel>
  );
}

const LOOKS: Readonly<Record<Source['state'], { look: BadgeLook; word: string }>> = {
  waiting: { look: 'plain', word: 'waits' },
  scanning: { look: 'low', word: 'being read' },
  watching: { look: 'good', word: 'watched' },
  scanned: { look: 'good', word: 'read' },
  failed: { look: 'bad', word: 'failed' },
};

function SourceRow({ collection, source }: { readonly collection: string; readonly source: Source }) {
  const { path, state, done, total, files, skipped, problems, error } = source;
  const remove = useAct('knowledge/remove', ['knowledge/status']);
  const left = Object.entries(skipped);
  return (
    <li className="flex min-w-0 flex-col gap-1 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 break-all font-mono text-[13px]">{visible(path)}</code>
        {files !== undefined && (
          <span className="text-soft text-xs">
            {files === 1 ? '1 file' : `${files.toLocaleString('en')} files`}
          </span>
        )}
        <Badge look={LOOKS[state].look}>{LOOKS[state].word}</Badge>
        <Button
          aria-label={`Remove ${path}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ collection, path })}
        >
          Remove
        </Button>
      </div>
      {state === 'scanning' && <Progress label={`Reading ${path}`} done={done} total={total} unit="files" />}
      {left.length > 0 && (
        <p className="text-soft text-xs">
          Left out: {visible(left.map(([reason, count]) => `${count} ${reason}`).join(', '))}
        </p>
      )}
      {error !== undefined && <p className="break-words text-bad">{visible(error)}</p>}
      {problems.length > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer text-warn">{problems.length} could not be read</summary>
          <ul className="max-h-60 overflow-auto break-all pl-4">
            {problems.slice(0, 100).map((problem) => (
              <li key={problem.path}>{visible(`${problem.path}: ${problem.reason}`)}</li>
            ))}
          </ul>
        </details>
      )}
      {remove.error && <Failed error={remove.error} />}
    </li>
  );
}

function Drop({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const remove = useAct('knowledge/remove', ['knowledge/status']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Drop ${visible(name)}?`}
      about="Agents can no longer look up what is in it. Your files stay."
    >
      {remove.error && <Failed error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="bad"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ collection: name }, { onSuccess: onClose })}
        >
          Drop collection
        </Button>
      </div>
    </Dialog>
  );
}
