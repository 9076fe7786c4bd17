import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../core/paths.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { type PlacedProblem, parseWorkflow } from '../document/parse-document.ts';

const FOLDER = join('.toolgate', 'workflows');
const MOST_FILES = 200;
const MOST_BYTES = 262_144;

export type WorkflowFile = { readonly path: string } & (
  | { readonly document: WorkflowDocument }
  | { readonly problems: readonly PlacedProblem[] }
);

/** Workflows that lie in open directories, as files of their repositories. */
export const findWorkflowFiles = (roots: readonly string[]): WorkflowFile[] =>
  roots.flatMap((root) => {
    const folder = join(root, FOLDER);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .slice(0, MOST_FILES)
      .flatMap((name) => readWorkflowFile(join(folder, name), roots) ?? []);
  });

/** Undefined where it is none, or leads out of the open directories. */
function readWorkflowFile(path: string, roots: readonly string[]): WorkflowFile | undefined {
  try {
    if (!isInside(realpathSync(path), roots)) return undefined;
    const facts = statSync(path);
    if (!facts.isFile() || facts.size > MOST_BYTES) return undefined;
  } catch {
    return undefined;
  }
  const { document, problems } = parseWorkflow(readFileSync(path, 'utf8'));
  return document ? { path, document } : { path, problems };
}
