import type { ImportFact, Uses } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import { type CodeImport, codeImport } from './code-imports.ts';
import { declare, declareInside, type Shadow, type Spans } from './declarations.ts';
import { docImports, docNames } from './doc-names.ts';
import { type Use, visitIdentifiers } from './identifiers.ts';
import { child, children, eachChild, type Node, nameOf } from './node.ts';
import type { ScriptComment } from './parse-script.ts';
import { isCommonExport, sharedNames } from './shared-names.ts';

/** Where the names of a module are used, minding names of the same spelling that are declared further inside. */
export function collectUses(
  program: Node,
  lines: LineMap,
  { imports, comments }: { imports: readonly ImportFact[]; comments: readonly ScriptComment[] },
): { uses: Uses; codeImports: ImportFact[] } {
  const wanted = moduleNamesOf(program, imports);
  const walk = createWalk(wanted);
  for (const statement of children(program, 'body')) walk.visit(statement, { block: program, body: program });
  // Any of them may turn out to be a namespace: the exporting file knows.
  const namespaces = new Set(
    imports.flatMap((fact) => (fact.isPassedOn ? [] : fact.names.map(({ name, alias }) => alias ?? name))),
  );
  const isShadowed = ({ name, start, space }: Use): boolean =>
    (walk.shadows.get(name) ?? []).some(
      (shadow) =>
        shadow.start <= start && start < shadow.end && (space === 'any' || shadow.space.includes(space)),
    );
  const names = new Map<string, number[]>();
  const members = new Map<string, number[]>();
  const open = new Set<string>();
  const inDocs = docNames(comments).filter(({ name }) => wanted.has(name));
  const all: Use[] = [...walk.uses, ...inDocs.map((found) => ({ ...found, space: 'any' as const }))];
  for (const use of all) {
    if (isShadowed(use)) continue;
    pushTo(names, use.name, lines.packed(use.start));
    if (!namespaces.has(use.name) || use.isDeclaration) continue;
    if (use.member) pushTo(members, `${use.name}.${use.member.name}`, lines.packed(use.member.start));
    else open.add(use.name);
  }
  const shared = walk.hasCommonExports ? ['*'] : sharedNames(program);
  return {
    uses: {
      names: Object.fromEntries(names),
      members: Object.fromEntries(members),
      open: [...open],
      ...(shared.length > 0 && { shared }),
    },
    codeImports: [
      ...firstOfEach(walk.codeImports.map((found) => found.toFact(lines))),
      ...docImports(comments, lines),
    ],
  };
}

function pushTo<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

/** The outermost node that knows an import knows the names that are taken from it. */
const firstOfEach = (facts: readonly ImportFact[]): ImportFact[] =>
  [...new Map(facts.toReversed().map((fact) => [`${fact.line}:${fact.column}`, fact])).values()].toReversed();

function moduleNamesOf(program: Node, imports: readonly ImportFact[]): Set<string> {
  const names = new Set(
    imports
      .flatMap((fact) => fact.names.map(({ name, alias }) => alias ?? name))
      .filter((name) => name !== '*'),
  );
  for (const statement of children(program, 'body')) {
    const declaration = child(statement, 'declaration') ?? statement;
    declare(declaration, { block: declaration, body: declaration }, ({ name }) => void names.add(name));
  }
  return names;
}

interface Walk {
  readonly uses: Use[];
  readonly shadows: Map<string, Shadow[]>;
  readonly codeImports: CodeImport[];
  /** It gives things out by assigning them. */
  hasCommonExports: boolean;
  visit(node: Node, spans: Spans): void;
}

const BLOCKS = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
  'TSModuleBlock',
]);
const BODIES = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
  'StaticBlock',
  'TSModuleBlock',
]);

function createWalk(wanted: ReadonlySet<string>): Walk {
  const uses: Use[] = [];
  const shadows = new Map<string, Shadow[]>();
  const codeImports: CodeImport[] = [];
  let isTop = true;
  const onShadow = (shadow: Shadow): void => {
    if (wanted.has(shadow.name)) pushTo(shadows, shadow.name, shadow);
  };
  const use = (node: Node, space: Use['space'], more: Pick<Use, 'member' | 'isDeclaration'> = {}): void => {
    const name = nameOf(node);
    if (name !== undefined && wanted.has(name)) uses.push({ name, start: node.start, space, ...more });
  };
  const visit = (node: Node, spans: Spans): void => {
    const inner: Spans = BODIES.has(node.type)
      ? { block: node, body: node }
      : BLOCKS.has(node.type)
        ? { ...spans, block: node }
        : spans;
    if (!isTop) declare(node, spans, onShadow);
    declareInside(node, onShadow);
    const found = codeImport(node);
    if (found) codeImports.push(found);
    if (!walk.hasCommonExports && isCommonExport(node)) walk.hasCommonExports = true;
    const wasTop = isTop;
    isTop = isTop && (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration');
    const visitInner = (item: Node): void => visit(item, inner);
    if (!visitIdentifiers(node, visitInner, use)) eachChild(node, visitInner);
    isTop = wasTop;
  };
  const walk: Walk = { uses, shadows, codeImports, hasCommonExports: false, visit };
  return walk;
}
