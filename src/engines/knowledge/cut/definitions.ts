import { definitionsOf } from '../../code/definitions-of.ts';
import { codeLanguageOf } from '../../code/languages.ts';

/** A name that is defined in a text. Lines are counted from 1. */
export interface Definition {
  readonly name: string;
  readonly startLine: number;
  readonly depth: number;
}

const MODIFIERS =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|sealed|partial|readonly|unsafe|extern|inline|pub(?:\\([^)]*\\))?|open|data|suspend|const|local|lazy|implicit|case)\\s+)*';
const KEYWORD = new RegExp(
  `^(\\s*)${MODIFIERS}(?:function\\*?|class|interface|type|enum|namespace|module|struct|trait|impl|record|object|protocol|extension|union|mod|macro_rules!|def|defp|defmodule|fn|fun|func|sub|proc)\\s+(?:\\([^)]*\\)\\s*)?(?:<[^>]*>\\s*)?([A-Za-z_$][\\w$.]*[!?]?)`,
);
const BINDING = new RegExp(`^(\\s*)${MODIFIERS}(?:const|let|var|val)\\s+([A-Za-z_$][\\w$]*)\\s*(?::[^=]*)?=`);
// A method of a class, or a function of C: a name, parameters and a body.
const METHOD =
  /^(\s*)(?:[\w$<>[\],.&*?:~]+\s+)*[*&~]*((?!(?:if|for|while|switch|catch|return|else|new|throw|do|await|with|using)\b)[A-Za-z_$~][\w$]*(?:::[\w~]+)?)\s*(?:<[^>]*>)?\([^;]*\)[^;=]*\{\s*(?:\}|\/\/.*)?$/;

const CUT_AT = new Set([
  ...['function', 'method', 'constructor', 'getter', 'setter', 'class', 'struct', 'interface', 'trait'],
  ...['protocol', 'enum', 'type', 'namespace', 'module', 'macro'],
]);
/** Longer than this and the look of the lines has to do. */
const PARSE_MS = 3000;

/** What a file of code defines: as its language's parser has it, or where there is none by how lines begin. */
export async function definitionsIn(text: string, path: string | undefined): Promise<Definition[]> {
  if (path === undefined || !codeLanguageOf(path)) return definitionsByLines(text);
  try {
    const found = await definitionsOf(path, text, AbortSignal.timeout(PARSE_MS));
    const wanted = found.filter(({ kind, container }) => CUT_AT.has(kind) || container === undefined);
    if (wanted.length === 0) return definitionsByLines(text);
    return wanted
      .map(({ name, range }) => ({ name, startLine: range.line, depth: range.column - 1 }))
      .sort((a, b) => a.startLine - b.startLine);
  } catch {
    return definitionsByLines(text);
  }
}

function definitionsByLines(text: string): Definition[] {
  return text.split('\n').flatMap((line, index): Definition[] => {
    if (line.length > 400) return [];
    const found = KEYWORD.exec(line) ?? METHOD.exec(line) ?? topBinding(line);
    if (!found) return [];
    const [, indent = '', name = ''] = found;
    return [{ name, startLine: index + 1, depth: indent.replaceAll('\t', '    ').length }];
  });
}

const topBinding = (line: string): RegExpExecArray | null => (/^\s/.test(line) ? null : BINDING.exec(line));
