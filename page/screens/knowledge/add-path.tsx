import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';

/** A file or a directory more; reading it goes on in the background. */
export function AddPath({ collections }: { readonly collections: readonly string[] }) {
  const add = useAct('knowledge/add', ['knowledge/status']);
  const [path, setPath] = useState('');
  const [collection, setCollection] = useState(collections[0] ?? 'default');
  const [includeIgnored, setIncludeIgnored] = useState(false);
  return (
    <Panel title="Add a path">
      <form
        className="flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(
            { path: path.trim(), collection: collection.trim(), includeIgnored },
            { onSuccess: () => setPath('') },
          );
        }}
      >
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            label="File or directory"
            placeholder="/home/me/notes"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </div>
        <TextField
          label="Into collection"
          value={collection}
          onChange={(event) => setCollection(event.target.value)}
        />
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={includeIgnored}
            onChange={({ target }) => setIncludeIgnored(target.checked)}
          />
          With ignored files
        </label>
        <Button
          look="primary"
          type="submit"
          disabled={path.trim() === '' || collection.trim() === '' || add.isPending}
          icon={<Plus aria-hidden size={15} />}
        >
          Add
        </Button>
      </form>
      {add.error && <Failed error={add.error} />}
    </Panel>
  );
}
