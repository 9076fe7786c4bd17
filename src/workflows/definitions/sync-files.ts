import type { Parts } from '../parts.ts';
import { findWorkflowFiles } from './workflow-files.ts';
import { hashOf, idOfFile } from './workflow-id.ts';

/**
 * Takes up what the files of open directories say. A file is a workflow like any other, but starts nothing by itself
 * until a person has enabled what it says: a changed file has another hash, and nobody enabled that.
 */
export function syncFiles(
  { definitions, scheduler, services }: Pick<Parts, 'definitions' | 'scheduler' | 'services'>,
  roots: readonly string[],
): void {
  const files = findWorkflowFiles(roots);
  for (const file of files) {
    if ('problems' in file) {
      services.log.warn('a workflow file is wrong', { path: file.path, problem: file.problems[0] });
      continue;
    }
    const { path, document } = file;
    const id = idOfFile(path);
    const known = definitions.find(id);
    if (!known) definitions.create(document, `file:${path}`, { id, file: path });
    else if (known.hash !== hashOf(document)) {
      const { enabled } = known;
      definitions.change(id, () => document, `file:${path}`);
      // What was enabled is kept: changed back, the file is what a person saw.
      definitions.enable(id, enabled);
      scheduler.set(definitions.get(id));
    }
  }
  const seen = new Set(files.map(({ path }) => path));
  for (const { id, file } of definitions.list())
    if (file !== null && roots.some((root) => file.startsWith(`${root}/`)) && !seen.has(file))
      definitions.remove(id);
}
