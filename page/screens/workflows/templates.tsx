import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { SureDialog } from '../../ui/sure-dialog.tsx';
import { type Template, TemplateDialog } from './template-dialog.tsx';

const MOST = 200;

/** Commands to make steps of; the editor offers them too. */
export function Templates() {
  const answer = useRead('templates/list', {}, { refreshOn: ['call.finished'] });
  const remove = useAct('templates/remove', ['templates/list']);
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Partial<Template> | undefined>();
  const [doomed, setDoomed] = useState<Template | undefined>();
  const wanted = query.trim().toLowerCase();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" onClick={() => setEdited({})} icon={<Plus aria-hidden size={15} />}>
          New template
        </Button>
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label="Search templates"
            isLabelHidden
            type="search"
            placeholder="Search templates"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      </div>
      {remove.error && <Failed error={remove.error} />}
      <Answer of={answer} what="templates">
        {({ templates }) => {
          const found = templates.filter(({ name, command, category }) =>
            `${name}\n${command}\n${category}`.toLowerCase().includes(wanted),
          );
          return found.length === 0 ? (
            <Empty title="No template has these words">Search for something else, or make one.</Empty>
          ) : (
            <Panel>
              <ul aria-label="Templates" className="divide-y divide-line">
                {found.slice(0, MOST).map((template) => (
                  <Row
                    key={template.templateId}
                    template={template}
                    onEdit={setEdited}
                    onRemove={() => setDoomed(template)}
                  />
                ))}
              </ul>
            </Panel>
          );
        }}
      </Answer>
      {edited && (
        <TemplateDialog
          template={edited}
          categories={[...new Set((answer.data?.templates ?? []).map(({ category }) => category))]}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed && (
        <SureDialog
          title={`Delete ${doomed.name}?`}
          about="Workflows that were made from it stay as they are."
          yes="Delete template"
          onNo={() => setDoomed(undefined)}
          onYes={() => {
            remove.mutate({ id: doomed.templateId });
            setDoomed(undefined);
          }}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly template: Template;
  readonly onEdit: (template: Partial<Template>) => void;
  readonly onRemove: () => void;
}

function Row({ template, onEdit, onRemove }: RowProps) {
  const { templateId: _, ...copy } = template;
  const { name, command, category, isBuiltin } = template;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {visible(name)} <Badge>{visible(category)}</Badge>
          {!isBuiltin && <Badge look="low">own</Badge>}
        </span>
        <code className="block break-words font-mono text-soft text-xs">{visible(command)}</code>
      </span>
      {isBuiltin ? (
        <Button
          look="quiet"
          aria-label={`Copy ${name}`}
          onClick={() => onEdit({ ...copy, name: `${name} (copy)` })}
          icon={<Copy aria-hidden size={13} />}
        >
          Copy
        </Button>
      ) : (
        <>
          <Button
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(template)}
            icon={<Pencil aria-hidden size={13} />}
          >
            Edit
          </Button>
          <Button
            look="bad"
            aria-label={`Delete ${name}`}
            onClick={onRemove}
            icon={<Trash2 aria-hidden size={13} />}
          >
            Delete
          </Button>
        </>
      )}
    </li>
  );
}
