import { type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import type { Survey } from '../parse/survey.ts';

export const SUBSHELLS: ReadonlySet<string> = new Set(
  'Subshell CommandExpansion ProcessSubstitution ArithmeticCommandExpansion Coproc'.split(' '),
);
/** What may happen or not. */
export const BRANCHES: ReadonlySet<string> = new Set(
  'AndOr If While For ArithmeticFor Select Case Function'.split(' '),
);

const DECLARES = /^(export|declare|typeset|local|readonly)$/;

type Visit = (node: SyntaxNode, operator?: string) => void;

/**
 * Which variables are set where a walk through a script has come to, as far as an honest line goes. Any other may still be
 * empty there, and then `rm -rf $x/` is worse than it looks. What passes unasked goes by open words, not by this.
 */
export class SettledVariables {
  private names = new Set<string>();
  private beforeCalls: readonly string[] | undefined;
  private readonly script: Script;
  private readonly functions: ReadonlySet<string>;
  private readonly onChange: () => void;

  constructor(script: Script, functions: ReadonlySet<string>, onChange: () => void) {
    this.script = script;
    this.functions = functions;
    this.onChange = onChange;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Of one that the line sets somewhere. */
  mayBeEmpty(name: string, { assigned, readNames }: Pick<Survey, 'assigned' | 'readNames'>): boolean {
    return (assigned.has(name) || readNames.has(name)) && !this.has(name);
  }

  /** Whether it holds what the line gave it, and nothing that was there before. */
  isOwn(name: string, { assigned }: Pick<Survey, 'assigned'>): boolean {
    const isMadeOfItself = (word: Word): boolean => new RegExp(`\\$\\{?[!#]?${name}\\b`).test(word.text);
    const given = assigned.get(name);
    return this.has(name) && (given ? !given.some(isMadeOfItself) : !assigned.has(name));
  }

  /** What a command sets that is done with. */
  settle({ name, prefix, suffix, redirects }: Command): void {
    // Where a redirection fails, nothing is set.
    if (redirects.length > 0) return;
    const parts = name === undefined ? prefix : DECLARES.test(name.value) ? suffix : [];
    this.add(parts.flatMap((part) => (part.type === 'Assignment' ? [part.name] : [])));
  }

  add(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) this.names.add(name);
    this.onChange();
  }

  /** What is set in here is not set behind it. */
  inside(act: () => void): void {
    const before = new Set(this.names);
    act();
    this.set(before);
  }

  branches(node: SyntaxNode, visit: Visit): void {
    if (node.type === 'AndOr') this.chain(node.commands, node.operators, visit);
    else if (node.type === 'If') {
      visit(node.clause);
      const base = new Set(this.names);
      const ways = [node.then, ...node.elif, ...(node.else ? [node.else] : [])].map((way) => {
        this.set(base);
        visit(way);
        return this.names;
      });
      const [first = base] = ways;
      this.set(node.else ? new Set([...first].filter((name) => ways.every((way) => way.has(name)))) : base);
    } else
      this.inside(() => {
        if (node.type === 'Function') this.add(this.setBeforeCalls());
        const base = new Set(this.names);
        forEachChild(node, (child) => {
          if (node.type === 'Case') this.set(base);
          if (node.type === 'For' && child === node.body) this.add([node.name.value]);
          visit(child);
        });
      });
  }

  /** Behind `||` nothing is sure but what came first. */
  private chain(commands: readonly SyntaxNode[], operators: readonly string[], visit: Visit): void {
    let first = new Set(this.names);
    for (const [i, command] of commands.entries()) {
      if (operators[i - 1] === '||') this.set(first);
      visit(command, operators[i - 1]);
      if (i === 0) first = new Set(this.names);
    }
    this.set(first);
  }

  /** What is set before any function is called. */
  private setBeforeCalls(): readonly string[] {
    if (this.beforeCalls) return this.beforeCalls;
    const names: string[] = [];
    for (const { command, background } of this.script.commands) {
      if (command.type === 'Function') continue;
      if (callsOne(command, this.functions)) break;
      if (command.type !== 'Command' || command.name || background || command.redirects.length > 0) continue;
      names.push(...command.prefix.flatMap((part) => (part.type === 'Assignment' ? [part.name] : [])));
    }
    this.beforeCalls = names;
    return names;
  }

  private set(names: ReadonlySet<string>): void {
    this.names = new Set(names);
    this.onChange();
  }
}

function callsOne(root: SyntaxNode, functions: ReadonlySet<string>): boolean {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'Command' && functions.has(node.name?.value ?? '')) return true;
    forEachChild(node, (child) => stack.push(child));
  }
  return false;
}
