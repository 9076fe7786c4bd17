import type { Output } from '../../api/client.ts';
import { useAct } from '../../api/use-acts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

export type Template = Output<'templates/list'>['templates'][number];

interface Props {
  /** What to begin with; one without an id is new. */
  readonly template: Partial<Template>;
  readonly categories: readonly string[];
  readonly onClose: () => void;
}

/** A command to make steps of, with places that are filled in when it is used. */
export function TemplateDialog({ template, categories, onClose }: Props) {
  const save = useAct('templates/save', ['templates/list']);
  const { templateId, name = '', command = '', category = 'custom', description = '' } = template;
  return (
    <Dialog isOpen onClose={onClose} title={templateId === undefined ? 'New template' : `Edit ${name}`}>
      <Form
        isColumn
        fields={[
          { name: 'name', label: 'Name', maxLength: 120 },
          {
            name: 'command',
            label: 'Command',
            kind: 'area',
            rows: 4,
            isMono: true,
            hint: '<name>, <name:number> or <name:path=.> is filled in when it is used; {pm} is the package manager.',
          },
          { name: 'category', label: 'Category', suggestions: categories, maxLength: 40 },
          { name: 'description', label: 'What it is for', isOptional: true, maxLength: 2000 },
        ]}
        initial={{ name, command, category, description }}
        submit="Save template"
        isBusy={save.isPending}
        error={save.error}
        onCancel={onClose}
        onSubmit={(values) =>
          save.mutate(
            {
              ...(templateId !== undefined && { id: templateId }),
              name: values.name.trim(),
              command: values.command,
              category: values.category.trim(),
              ...(values.description.trim() !== '' && { description: values.description.trim() }),
            },
            { onSuccess: onClose },
          )
        }
      />
    </Dialog>
  );
}
