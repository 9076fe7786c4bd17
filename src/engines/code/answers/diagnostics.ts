import { ToolError } from '../../../core/errors.ts';
import { CODE_LANGUAGES, codeLanguageOf } from '../languages.ts';
import { type Problem, semanticDiagnostics } from '../semantic/semantic-diagnostics.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree, Tree } from '../trees.ts';
import { askServer } from './ask-server.ts';
import { reasonOf, type Trust } from './freshness.ts';

export interface DiagnosticsAnswer extends Trust {
  readonly diagnostics: readonly Problem[];
  readonly filesChecked: readonly string[];
}

/** For all languages together: a call is answered within 30 s, and a server that is still starting is there for the next. */
const SERVERS_MS = 24_000;
const LEAST_MS = 2000;

/** With `onlyCode`, files in languages that cannot be read are left out; else they are refused. */
export type Diagnose = (
  paths: readonly string[],
  options: { readonly onlyCode: boolean },
) => Promise<DiagnosticsAnswer>;

/** What a compiler says against files; where no language server runs, what their syntax tree says. */
export const createDiagnostics =
  (tree: Tree, pool: ServerPool): Diagnose =>
  async (named, { onlyCode }) => {
    const paths = onlyCode ? named.filter((path) => codeLanguageOf(path) !== undefined) : named;
    const [first] = paths;
    if (first === undefined) return { diagnostics: [], filesChecked: [], tier: 'semantic', complete: true };
    const open = await tree.open(first);
    const files = await Promise.all(paths.map((path) => fileOf(tree, open, path)));
    const endAt = performance.now() + SERVERS_MS;
    const doubts: string[] = [];
    const problems: Problem[] = [];
    let isSemantic = true;
    for (const [language, of] of Map.groupBy(files, (file) => codeLanguageOf(file)?.id ?? '')) {
      const said = await askServer(open, {
        language,
        pool,
        patienceMs: Math.max(LEAST_MS, Math.round(endAt - performance.now())),
        ask: (server, signal) => semanticDiagnostics(server, of, signal),
      });
      if ('answer' in said) {
        const { problems: found, silent } = said.answer;
        problems.push(...found);
        doubts.push(...silent.map((file) => `nothing was said about ${open.named(file)} in time`));
        continue;
      }
      isSemantic = false;
      doubts.push(`${said.doubt}: only syntax was checked`);
      for (const file of of) {
        const read = await open.ask('problems', { file });
        problems.push(...read.problems);
        if (!read.isRead) doubts.push(`${open.named(file)} could not be read`);
      }
    }
    const reason = reasonOf(doubts);
    return {
      diagnostics: problems.map((one) => ({ ...one, file: open.named(one.file) })),
      filesChecked: files.map(open.named),
      tier: isSemantic ? 'semantic' : 'syntax',
      complete: doubts.length === 0,
      ...(reason !== undefined && { reason }),
    };
  };

async function fileOf(tree: Tree, open: OpenTree, path: string): Promise<string> {
  const { root, path: file, isFolder } = await tree.open(path);
  if (isFolder)
    throw new ToolError('VALIDATION', `${path} is a directory`, { hint: 'Name a file, or give since.' });
  if (root !== open.root) throw new ToolError('VALIDATION', `${path} is of another root than the first file`);
  if (!codeLanguageOf(file))
    throw new ToolError('UNSUPPORTED_LANGUAGE', `${path} is in no language that can be read as code`, {
      hint: `Supported: ${CODE_LANGUAGES.join(', ')}.`,
    });
  return file;
}
