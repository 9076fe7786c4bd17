import { isInside } from '../../core/path/paths.ts';
import { type Parsed, parseWorkflow } from '../document/parse-document.ts';
import type { Parts } from '../parts.ts';
import { findWorkflowFiles, placeOfFile, type WorkflowFile } from './workflow-files.ts';
import { hashOf, idOfFile } from './workflow-id.ts';

/**
 * Takes up what the files of open directories say. A file is a workflow like any other, but starts nothing by itself
 * until a person has enabled what it says: a changed file has another hash, and nobody enabled that. Answers what is
 * wrong with the others, a line each: they would be missing without a word.
 */
export function syncFiles(parts: SyncParts, roots: readonly string[]): readonly string[] {
  const { workflows } = parts.stores;
  const leftOut: string[] = [];
  const places = placesIn(roots, parts);
  const files = findWorkflowFiles(places, roots, parts.services, (path) => leftOut.push(path));
  const key = [...roots, '', ...places].join('\n');
  const known = taken.get(workflows)?.get(key);
  // Every call about workflows comes by here, and files change far less often.
  if (known?.revision === workflows.revision && isSame(known.files, files))
    return [...goneFiles(parts, roots), ...wrongFiles(known.files, leftOut)];
  if (leftOut.length > 0)
    parts.services.log.warn('workflow files are too many or too large', { leftOut: leftOut.slice(0, 10) });
  const read = files.map((file) => readAgain(file, known));
  takeUp(read, parts);
  removeGone(read, places, parts);
  const all = taken.get(workflows) ?? new Map<string, Taken>();
  taken.set(workflows, all.set(key, { files: read, revision: workflows.revision }));
  return [...goneFiles(parts, roots), ...wrongFiles(read, leftOut)];
}

/**
 * The open directories, and what in them is a project or has been looked through before: whoever opens the directory
 * around a project sees its workflows too, and removes none of them.
 */
function placesIn(roots: readonly string[], { services, stores }: SyncParts): string[] {
  const projects = services.projects().map(({ path }) => path);
  const seen = stores.workflows.list().flatMap(({ file }) => (file === null ? [] : placeOfFile(file)));
  return [...new Set([...roots, ...[...projects, ...seen].filter((place) => isInside(place, roots)).sort()])];
}

const MOST_WRONG = 20;

/** As compilers write it. */
const wrongFiles = (files: readonly ReadFile[], leftOut: readonly string[]): string[] =>
  [
    ...files.flatMap(({ path, parsed }) =>
      parsed.problems.map(
        ({ line, field, message }) => `${path}:${line}: ${field === '' ? '' : `${field}: `}${message}`,
      ),
    ),
    ...leftOut.map((path) => `${path}: left out, since all files together are too large`),
  ].slice(0, MOST_WRONG);

type SyncParts = Pick<Parts, 'definitions' | 'scheduler' | 'services' | 'stores'>;

interface ReadFile extends WorkflowFile {
  readonly parsed: Parsed;
}

interface Taken {
  readonly files: readonly ReadFile[];
  /** Of the workflows when the files were taken up. */
  readonly revision: number;
}

const taken = new WeakMap<object, Map<string, Taken>>();

/** Parsing takes longest: a file that says the same is not parsed again because another one changed. */
function readAgain(file: WorkflowFile, known: Taken | undefined): ReadFile {
  const before = known?.files.find(({ path, text }) => path === file.path && text === file.text);
  return before ?? { ...file, parsed: parseWorkflow(file.text) };
}

const isSame = (before: readonly WorkflowFile[], now: readonly WorkflowFile[]): boolean =>
  before.length === now.length &&
  now.every(({ path, text }, index) => before[index]?.path === path && before[index].text === text);

function takeUp(files: readonly ReadFile[], { definitions, scheduler, services }: SyncParts): void {
  for (const { path, parsed } of files) {
    const { document, problems } = parsed;
    if (!document) {
      services.log.warn('a workflow file is wrong', { path, problem: problems[0] });
      continue;
    }
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
}

function removeGone(
  files: readonly ReadFile[],
  places: readonly string[],
  { definitions, services }: SyncParts,
): void {
  const gone = goneOf.get(services) ?? new Map<string, string>();
  goneOf.set(services, gone);
  const seen = new Set(files.map(({ path }) => path));
  for (const path of seen) gone.delete(path);
  for (const { id, name, file, enabled } of definitions.list()) {
    if (file === null || seen.has(file) || !places.includes(placeOfFile(file))) continue;
    definitions.remove(id);
    if (!enabled) continue;
    gone.set(file, name);
    services.log.warn('a workflow that was enabled is gone with its file', { path: file, name });
  }
}

/** By file, the names of workflows that would start by themselves and do no more: nobody else would say so. */
const goneOf = new WeakMap<object, Map<string, string>>();

const goneFiles = ({ services }: SyncParts, roots: readonly string[]): string[] =>
  [...(goneOf.get(services) ?? [])]
    .filter(([path]) => isInside(path, roots))
    .map(
      ([path, name]) =>
        `${path}: the file is gone or cannot be read; its workflow "${name}", which was enabled, starts no more`,
    )
    .slice(-MOST_WRONG);
