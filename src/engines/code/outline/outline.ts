import { counted } from '../../../core/text/counted.ts';
import type { ImportGraph } from '../graph/import-graph.ts';
import type { LeanFacts } from '../workspace/lean-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeFile } from './describe-file.ts';
import { type Ranked, rankFiles } from './rank-files.ts';
import { type ReadFirst, readFirst } from './read-first.ts';

export interface Outline {
  /** One line for each folder and the files that matter most, indented. */
  readonly text: string;
  /** An estimate: four characters are about one. */
  readonly tokens: number;
  readonly files: number;
  readonly filesShown: number;
  readonly folders: number;
  readonly foldersShown: number;
  readonly readFirst: readonly ReadFirst[];
}

export interface OutlineWanted {
  /** Relative to the root, with a slash at its end; empty for all of it. */
  readonly folder: string;
  readonly budgetTokens: number;
  /** Documents that introduce the project, relative to the root. */
  readonly documents: readonly string[];
}

const CHARACTERS_PER_TOKEN = 4;
/** What folders may take of the budget; the rest is for files. */
const FOLDER_SHARE = 0.35;
const NAME_SHARE = 0.2;
const MOST_NAMES = 4;

/** A map of a folder: all of it roughly, and in detail what is used most. */
export function makeOutline(
  { folder, budgetTokens, documents }: OutlineWanted,
  workspace: Workspace,
  graph: ImportGraph,
): Outline {
  const files = [...workspace.facts].filter(([file]) => file.startsWith(folder));
  const ranked = rankFiles(files, graph);
  const budget = budgetTokens * CHARACTERS_PER_TOKEN;
  const first = readFirst(ranked, documents, workspace);
  const head = headLines(files, first);
  let left = budget - lengthOf(head);
  const folders = foldersOf(
    [...workspace.files].filter((file) => file.startsWith(folder)),
    folder,
    workspace,
  );
  const shownFolders = new Map<string, string>();
  for (const [name, line] of folders) {
    if (left - line.length < budget * (1 - FOLDER_SHARE) && shownFolders.size > 0) break;
    shownFolders.set(name, line);
    left -= line.length + 1;
  }
  const shownFiles = new Map<string, string>();
  for (const { file, importers } of ranked) {
    const facts = workspace.facts.get(file);
    const line = facts && describeFile(file, facts, importers);
    if (line === undefined || !shownFolders.has(folderOf(file))) continue;
    const indented = `${indent(file, folder)}${line}`;
    // A shorter one may still find room, but not one of no use.
    if (indented.length + 1 > left - budget * NAME_SHARE) {
      if (left - budget * NAME_SHARE < 80) break;
      continue;
    }
    shownFiles.set(file, indented);
    left -= indented.length + 1;
  }
  for (const [name, line] of shownFolders) {
    const more = namesIn(name, shownFiles, ranked);
    if (more === '' || more.length > left) continue;
    shownFolders.set(name, line + more);
    left -= more.length;
  }
  const text = [...head, ...treeLines(shownFolders, shownFiles, ranked)].join('\n');
  return {
    text,
    tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
    files: files.length,
    filesShown: shownFiles.size,
    folders: folders.length,
    foldersShown: shownFolders.size,
    readFirst: first,
  };
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);
const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
const depthOf = (path: string, folder: string): number => path.slice(folder.length).split('/').length - 1;
const indent = (file: string, folder: string): string => '  '.repeat(depthOf(file, folder));

function headLines(files: readonly (readonly [string, LeanFacts])[], first: Outline['readFirst']): string[] {
  const lines = files.reduce((sum, [, facts]) => sum + facts.lines, 0);
  const languages = Map.groupBy(files, ([, { language }]) => language);
  const parts = [...languages]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 5)
    .map(([language, of]) => `${language} ${of.length}`);
  return [
    `${counted(files.length, 'code file')}, ${short(lines)} lines: ${parts.join(', ')}`,
    ...(first.length > 0 ? ['Read first:', ...first.map(({ file, why }) => `  ${file}: ${why}`)] : []),
    '',
  ];
}

/** Each folder with what is in it, read or not, the outer ones before the inner ones, the larger first. */
function foldersOf(
  files: readonly string[],
  top: string,
  { facts }: Pick<Workspace, 'facts'>,
): [string, string][] {
  const counts = new Map<string, { files: number; lines: number }>();
  for (const file of files) {
    const lines = facts.get(file)?.lines ?? 0;
    for (let folder = folderOf(file); ; folder = folderOf(folder.slice(0, -1))) {
      const count = counts.get(folder) ?? { files: 0, lines: 0 };
      counts.set(folder, { files: count.files + 1, lines: count.lines + lines });
      if (folder === top || folder === '') break;
    }
  }
  return [...counts]
    .sort(([a, x], [b, y]) => depthOf(a, top) - depthOf(b, top) || y.files - x.files || (a < b ? -1 : 1))
    .map(([folder, count]) => {
      const depth = Math.max(0, depthOf(folder, top) - 1);
      const name =
        folder === top ? (top === '' ? './' : top) : folder.slice(folderOf(folder.slice(0, -1)).length);
      const lines = count.lines > 0 ? `, ${short(count.lines)} lines` : '';
      return [folder, `${'  '.repeat(depth)}${name}  ${plural(count.files, 'file')}${lines}`];
    });
}

/** What a folder holds of which no file is shown: the names of those that matter most in it. */
function namesIn(folder: string, shown: ReadonlyMap<string, string>, ranked: readonly Ranked[]): string {
  const own = ranked.filter(({ file }) => folderOf(file) === folder);
  if (own.length === 0 || own.some(({ file }) => shown.has(file))) return '';
  const names = own.slice(0, MOST_NAMES).map(({ file }) => file.slice(folder.length).replace(/\.\w+$/, ''));
  return `: ${names.join(', ')}${own.length > names.length ? ', …' : ''}`;
}

/** Folders in the order of their names, each with its files, the most used first. */
function treeLines(
  folders: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
  ranked: readonly Ranked[],
): string[] {
  const inOrder = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.flatMap(([folder, line]) => [
    line,
    ...ranked.flatMap(({ file }) => (folderOf(file) === folder ? (files.get(file) ?? []) : [])),
  ]);
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const short = (count: number): string => (count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`);
