import { stringify } from 'yaml';
import type { TemplateView } from '../../core/workflow/workflows.ts';
import { writeWorkflow } from '../document/write-document.ts';
import type { Parts } from '../parts.ts';
import type { Definition } from './definitions.ts';

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1000;

/** Workflows and step templates as skills: a folder with a SKILL.md each. */
export function skillFiles({
  definitions,
  templates,
}: Pick<Parts, 'definitions' | 'templates'>): Record<string, string> {
  const files: Record<string, string> = {
    'step-templates/SKILL.md': templatesSkill(templates.list({ includeBuiltin: true })),
  };
  for (const definition of definitions.list()) {
    const name = `workflow-${slugOf(definition.name) || definition.id.replaceAll('_', '-')}`.slice(
      0,
      LONGEST_NAME,
    );
    const isTaken = `${name}/SKILL.md` in files;
    const own = isTaken ? `workflow-${definition.id.replaceAll('_', '-')}` : name;
    files[`${own}/SKILL.md`] = workflowSkill(own, definition);
  }
  return files;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST_NAME - 'workflow-'.length)
    .replace(/-$/, '');

const frontMatter = (name: string, description: string): string =>
  `---\n${stringify({ name, description: description.slice(0, LONGEST_DESCRIPTION) })}---\n`;

const workflowSkill = (name: string, { id, document }: Definition): string =>
  [
    frontMatter(name, document.description ?? `Run the workflow "${document.name}".`),
    `# ${document.name}`,
    '',
    `Run it with \`run_workflow\`: {"workflowId": "${id}", "inputs": {...}}. Follow it with \`get_execution_status\`.`,
    '',
    '```yaml',
    writeWorkflow(document).trimEnd(),
    '```',
    '',
  ].join('\n');

const templatesSkill = (templates: readonly TemplateView[]): string =>
  [
    frontMatter('step-templates', 'Ready-made commands for steps of workflows, by category.'),
    '# Step templates',
    '',
    'Add one with `add_workflow_step`: {"workflowId": ..., "templateId": ..., "values": {...}}. `{pm}` is the package manager of the project.',
    '',
    ...templates.map(({ templateId, command }) => `- \`${templateId}\`: \`${command}\``),
    '',
  ].join('\n');
