import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** A search of a text (or bytes) for one that is known only at run time. */
export interface Search {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** As it is written: `text.indexOf(wanted)`. */
  readonly source: string;
}

const METHODS = ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'];
const ONE_CHARACTER = ['charAt', 'fromCharCode'];
// The enumerations of the compiler are for its own sources: these are TypeFlags.
const STRING = 32 | 4_194_304 | 8_388_608; // String, TemplateLiteral, StringMapping
const STRING_LITERAL = 1024;
const UNCLEAR = 3 | 524_288 | 2_097_152 | 33_554_432 | 67_108_864; // Any, Unknown, and what stands for a type
const BYTES = ['Buffer', 'Uint8Array', 'NonSharedBuffer'];

/** By the types, as the compiler knows them: an array is looked through word by word, and what is no text is not searched. */
export function findSearches(project: string, root: string): Search[] {
  const api = new API({ cwd: project });
  try {
    const config = join(project, 'tsconfig.json');
    const { program, checker } = found(api.updateSnapshot({ openProjects: [config] }).getProject(config));
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .sort()
      .flatMap((file) => {
        const source = found(program.getSourceFile(join(root, file)));
        return searchesIn(source, checker).map((node) => {
          const at = node.getStart(source);
          const line = source.text.slice(0, at).split('\n').length;
          return { file, line, source: source.text.slice(at, node.end).replaceAll(/\s+/g, ' ') };
        });
      });
  } finally {
    api.close();
  }
}

function searchesIn(source: Node, checker: Checker): Node[] {
  const calls: Node[] = [];
  const wanted: Node[] = [];
  const looked: Node[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (first && METHODS.includes(node.expression.name.text) && !isOurs(first)) {
        calls.push(node);
        wanted.push(first);
        looked.push(node.expression.expression);
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  if (calls.length === 0) return [];
  const [needles, texts] = [checker.getTypeAtLocation(wanted), checker.getTypeAtLocation(looked)];
  return calls.filter((_, i) => {
    const [needle, text] = [kinds(needles[i]), kinds(texts[i])];
    return text.some((type) => isText(type, checker)) && needle.some((type) => isText(type, checker));
  });
}

/** A constant, whatever its type says, one character, or `String.raw` around a literal. */
const isOurs = (wanted: Node): boolean =>
  (isIdentifier(wanted) && /^[A-Z][A-Z0-9_]*$/.test(wanted.text)) ||
  (isCallExpression(wanted) &&
    isPropertyAccessExpression(wanted.expression) &&
    ONE_CHARACTER.includes(wanted.expression.name.text)) ||
  (isTaggedTemplateExpression(wanted) && isNoSubstitutionTemplateLiteral(wanted.template));

/** Of any length: a literal is ours, and so is what a constant holds. */
const isText = (type: Type, checker: Checker): boolean =>
  (type.flags & STRING_LITERAL) === 0 &&
  ((type.flags & (STRING | UNCLEAR)) !== 0 ||
    BYTES.some((name) => checker.typeToString(type).startsWith(name)));

const kinds = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes() : [type];

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the compiler does not know it');
  return value;
}
