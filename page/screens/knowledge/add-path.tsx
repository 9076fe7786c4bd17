import { Plus } from 'lucide-react';
import { useAct } from '../../api/use-acts.ts';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';

/** A file or a directory more; reading it goes on in the background. */
export function AddPath({ collections }: { readonly collections: readonly string[] }) {
  const add = useAct('knowledge/add', ['knowledge/status']);
  return (
    <Panel title="Add a path">
      <div className="p-4">
        <Form
          fields={[
            { name: 'path', label: 'File or directory', placeholder: '/home/me/notes', isMono: true },
            {
              name: 'collection',
              label: 'Into collection',
              suggestions: collections,
              width: 'w-full sm:w-48',
            },
            { name: 'ignored', label: 'With ignored files', kind: 'check', width: '' },
          ]}
          initial={{ path: '', collection: collections[0] ?? 'default', ignored: '' }}
          submit="Add"
          submitIcon={<Plus aria-hidden size={15} />}
          isBusy={add.isPending}
          error={add.error}
          onSubmit={({ path, collection, ignored }, { clear }) =>
            add.mutate(
              { path: path.trim(), collection: collection.trim(), includeIgnored: ignored === 'on' },
              { onSuccess: () => clear('path') },
            )
          }
        />
      </div>
    </Panel>
  );
}
