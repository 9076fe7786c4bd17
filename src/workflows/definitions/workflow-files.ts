import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../core/path/paths.ts';

const FOLDER = join('.toolgate', 'workflows');
const MOST_FILES = 200;
const MOST_BYTES = 262_144;

export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
}

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
  return { path, text: readFileSync(path, 'utf8') };
}
