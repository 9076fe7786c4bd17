import { ToolError } from '../../core/errors.ts';
import { hasText } from '../../core/text/find-text.ts';
import type { TemplateView } from '../../core/workflow/workflows.ts';
import type { TemplateRow, TemplateStore } from '../../store/step-templates.ts';
import { newId } from '../definitions/workflow-id.ts';
import { BUILT_IN_TEMPLATES } from './built-in.ts';
import { fillTemplate, placeholdersOf, withTypes } from './placeholders.ts';

interface TemplateFilter {
  readonly category?: string | undefined;
  readonly query?: string | undefined;
  readonly includeBuiltin: boolean;
}

export interface NewTemplate {
  readonly name: string;
  readonly command: string;
  readonly category: string;
  readonly description?: string | undefined;
}

export interface Templates {
  list(filter: TemplateFilter): TemplateView[];
  create(template: NewTemplate, by: string): TemplateView;
  /** Changes one that people or agents made. */
  update(templateId: string, template: NewTemplate): TemplateView;
  remove(templateId: string): void;
  /** The command of a template with its placeholders filled in. */
  command(templateId: string, values: Readonly<Record<string, string>>): { name: string; command: string };
}

export function createTemplates(store: TemplateStore): Templates {
  const own = (): TemplateView[] => store.list().map(viewOf);
  return {
    list: ({ category, query, includeBuiltin }) =>
      [...own(), ...(includeBuiltin ? BUILT_IN : [])].filter(
        (one) =>
          (category === undefined || one.category === category) &&
          (query === undefined ||
            hasText(
              `${one.name} ${one.command} ${one.description ?? ''}`.toLowerCase(),
              query.toLowerCase(),
            )),
      ),
    create: (template, by) => {
      const row = rowOf(template);
      const { id } = store.insert({ id: newId('tpl'), ...row, createdBy: by });
      return viewOf({ id, ...row });
    },
    update: (templateId, template) => {
      const row = { id: templateId, ...rowOf(template) };
      if (!store.update(row)) throw notOwn(templateId);
      return viewOf(row);
    },
    remove: (templateId) => {
      if (!store.remove(templateId)) throw notOwn(templateId);
    },
    command: (templateId, values) => {
      const found = [...own(), ...BUILT_IN].find((one) => one.templateId === templateId);
      if (!found)
        throw new ToolError('NOT_FOUND', `There is no step template "${templateId}"`, {
          hint: 'list_step_templates shows them.',
        });
      return { name: found.name, command: fillTemplate(found.command, values) };
    },
  };
}

type Row = Pick<TemplateRow, 'id' | 'name' | 'command' | 'category' | 'description'>;

function rowOf({ name, command, category, description }: NewTemplate): Omit<Row, 'id'> {
  // What is wrong with one is said before it is kept.
  placeholdersOf(command);
  return { name, command, category, description: description ?? null };
}

const viewOf = ({ id, name, command, category, description }: Row): TemplateView => ({
  templateId: id,
  name,
  command: withTypes(command),
  category,
  ...(description !== null && { description }),
  placeholders: placeholdersOf(command),
  isBuiltin: false,
});

const notOwn = (templateId: string): ToolError =>
  BUILT_IN.some((one) => one.templateId === templateId)
    ? new ToolError('CONFLICT', `The template ${templateId} comes with Toolgate`, {
        hint: 'Make one of your own from it.',
      })
    : new ToolError('NOT_FOUND', `There is no step template "${templateId}"`);

const BUILT_IN: readonly TemplateView[] = Object.entries(BUILT_IN_TEMPLATES).flatMap(
  ([category, templates]) =>
    Object.entries(templates).map(([name, command]) => ({
      templateId: `${category}/${name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')}`,
      name,
      command,
      category,
      placeholders: placeholdersOf(command),
      isBuiltin: true,
    })),
);
