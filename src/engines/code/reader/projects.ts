import { once } from '../../../core/timing/once.ts';
import { packPosition } from '../facts.ts';
import { cycleThrough, dependenciesOf, dependentsOf, type Needs } from '../graph/dependencies.ts';
import { findDefinitions } from '../graph/find-definition.ts';
import { createImportGraph, type ImportGraph, missingIn } from '../graph/import-graph.ts';
import { createOrigins } from '../graph/needs/origins.ts';
import { readPythonNeeds } from '../graph/python-needs.ts';
import { makeOutline } from '../outline/outline.ts';
import { openCurrentFile } from '../workspace/current-file.ts';
import { openFactsCache } from '../workspace/facts-cache.ts';
import { findLeftovers } from '../workspace/leftovers.ts';
import { createMemoryBudget, type MemoryBudget } from '../workspace/memory-budget.ts';
import { findOccurrences } from '../workspace/occurrences.ts';
import { findWords } from '../workspace/words.ts';
import { createWorkspace, type Workspace } from '../workspace/workspace.ts';
import { answerReferences, linesOf, withLines } from './answer-references.ts';
import type { Method, ReaderMethods } from './messages.ts';

/** A root that was asked about, with what follows from its files. */
interface Project {
  readonly workspace: Workspace;
  manifests: readonly string[];
  graph:
    | { readonly shape: number; readonly manifests: readonly string[]; readonly made: ImportGraph }
    | undefined;
  needs: Needs | undefined;
}

type ProjectMethods = Exclude<Method, 'facts'>;
type Answerers = {
  readonly [M in ProjectMethods]: (params: ReaderMethods[M]['params']) => Promise<ReaderMethods[M]['result']>;
};

/** The least used one goes when there are more: memory has an end. */
const MOST_ROOTS = 4;

/** What is asked of whole trees. */
export function createProjects(cacheDir: string): Answerers {
  const disk = once(() => {
    const cache = openFactsCache(cacheDir);
    return { cache, current: openCurrentFile(cacheDir, (path) => cache.blame(path)) };
  });
  const budget = createMemoryBudget();
  const projects = new Map<string, Project>();
  const get = (key: string): Project | undefined => {
    const project = projects.get(key);
    if (!project) return undefined;
    projects.delete(key);
    projects.set(key, project);
    return project;
  };
  /** Answers null for a root that is not known: then the host tells its files, and asks again. */
  const about =
    <P extends Viewed, R>(answer: (project: Project, params: P) => R | Promise<R>) =>
    async (params: P): Promise<R | null> => {
      const project = get(keyOf(params));
      return project ? answer(project, params) : null;
    };
  return {
    sync: async ({ root, view, tree, isLook, waitMs }) => {
      const key = keyOf({ root, view });
      const known = get(key);
      if (!known && !tree) return null;
      const project = known ?? {
        workspace: createWorkspace({ root, budget, ...disk() }),
        manifests: [],
        graph: undefined,
        needs: undefined,
      };
      projects.set(key, project);
      makeRoom(projects, budget, key);
      if (tree) {
        project.manifests = tree.manifests;
        project.needs = undefined;
      }
      if (tree || isLook) project.workspace.sync(tree?.code);
      await project.workspace.settled(waitMs);
      return project.workspace.progress;
    },
    definition: about(async (project, { wanted, candidates }) => {
      const { workspace } = project;
      await workspace.ensure(candidates ?? []);
      if (wanted.file !== undefined) await workspace.ensure([wanted.file]);
      return {
        ...findDefinitions(wanted, workspace, graphOf(project)),
        progress: workspace.progress,
      };
    }),
    references: about(async (project, params) => {
      await project.workspace.ensure([
        ...(params.candidates ?? []),
        ...(params.wanted.file ? [params.wanted.file] : []),
      ]);
      return answerReferences(params, project.workspace, graphOf(project));
    }),
    occurrences: about(answerOccurrences),
    leftovers: about(answerLeftovers),
    words: about(async ({ workspace }, { name, files, limit }) =>
      withLines(findWords(name, files, workspace), workspace, limit),
    ),
    lines: about(async ({ workspace }, { places }) => linesOf(places, workspace)),
    dependencies: about(answerDependencies),
    problems: about(answerProblems),
    outline: about(answerOutline),
  };
}

interface Viewed {
  readonly root: string;
  readonly view?: string | undefined;
}

const keyOf = ({ root, view = '' }: Viewed): string => `${root}\0${view}`;

/** The root that is asked about comes before those that were. */
function makeRoom(projects: Map<string, Project>, budget: MemoryBudget, key: string): void {
  for (const [other, { workspace }] of projects) {
    if (other === key || (projects.size <= MOST_ROOTS && budget.used <= budget.most)) continue;
    workspace.close();
    projects.delete(other);
  }
}

/** Files that come or go can change what an import means. */
function graphOf(project: Project): ImportGraph {
  const { workspace, manifests } = project;
  const { shape } = workspace.version;
  if (project.graph?.shape === shape && project.graph.manifests === manifests) return project.graph.made;
  const made = createImportGraph(workspace, manifests);
  project.graph = { shape, manifests, made };
  return made;
}

async function answerDependencies(
  project: Project,
  { file, dependents }: ReaderMethods['dependencies']['params'],
) {
  const { workspace } = project;
  await workspace.ensure([file]);
  const graph = graphOf(project);
  const { root, files } = workspace;
  project.needs ??= {
    python: readPythonNeeds(root, project.manifests),
    origins: createOrigins(root, project.manifests, files),
  };
  return {
    dependencies: dependenciesOf(file, graph, project.needs),
    dependents: dependents === 'none' ? [] : dependentsOf(file, graph, { isDeep: dependents === 'all' }),
    cycle: cycleThrough(file, graph, workspace),
    progress: workspace.progress,
    isRead: workspace.facts.has(file),
    note: workspace.facts.get(file)?.note,
  };
}

const answerOutline = async (project: Project, wanted: ReaderMethods['outline']['params']) => ({
  ...makeOutline(wanted, project.workspace, graphOf(project)),
  progress: project.workspace.progress,
});

async function answerOccurrences(
  { workspace }: Project,
  { name, files, limit, also = [] }: ReaderMethods['occurrences']['params'],
) {
  const { places, unread } = await findOccurrences(name, files, workspace);
  for (const { file, line, column } of also)
    places.set(file, [...(places.get(file) ?? []), packPosition(line, column)]);
  return { ...withLines(places, workspace, limit), unread };
}

async function answerLeftovers(
  project: Project,
  { name, files, known }: ReaderMethods['leftovers']['params'],
) {
  const { workspace } = project;
  const found = await findLeftovers(name, { files, known }, workspace);
  const inFiles = [...new Set(found.occurrences.flatMap(({ file, isKnown }) => (isKnown ? [] : [file])))];
  await workspace.ensure(inFiles);
  const graph = graphOf(project);
  return { ...found, missing: Object.fromEntries(inFiles.map((file) => [file, missingIn(file, graph)])) };
}

async function answerProblems({ workspace }: Project, { file }: ReaderMethods['problems']['params']) {
  await workspace.ensure([file]);
  const place = (column: number) => ({ file, endColumn: column + 1, severity: 'error' as const });
  const { problems = [] } = workspace.facts.get(file) ?? {};
  return {
    isRead: workspace.facts.has(file),
    problems: problems.map((one) => ({ ...one, ...place(one.column), endLine: one.line })),
  };
}
