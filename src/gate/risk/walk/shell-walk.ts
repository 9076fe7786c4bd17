import { type Command, forEachChild, type Script, type SyntaxNode, type WordPart } from 'unbash';
import { isAtLeast } from '../../../core/risk.ts';
import { spend } from '../budget.ts';
import { DEEPEST_WRAPPERS, type Finding, finding, WRAPPED_TOO_OFTEN } from '../finding.ts';
import { arrivedAt, changesDirectory, eitherPlace } from '../parse/directories.ts';
import { OPEN, type Outlook, type Output, outputOf } from '../parse/output.ts';
import { jointArgv, possibleArgvs, type Ways, waysOf, withUnsetGone } from '../parse/possible-argv.ts';
import { type Looked, ScriptVariables } from '../parse/script-variables.ts';
import { inputOf, NO_INPUT, type Stdin } from '../parse/stdin.ts';
import { namesIn, type Survey } from '../parse/survey.ts';
import { known, type Value, type Variables, wordValue } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { handedOn } from '../paths/reach.ts';
import type { Place } from '../place.ts';
import { judgeWords } from '../programs/judge-command.ts';
import { handedOver, judgedAssignment, noteImpure } from './judge-assignment.ts';
import { judgeRedirect } from './judge-redirect.ts';
import type { ShellRisk } from './judge-shell.ts';
import { asFinding, type Inner, innerCommands, innerOf, type Judged } from './judged.ts';
import { asksIfSet, printedSecrets, sentSecrets, soughtSecrets } from './secret-variables.ts';
import { setByWords } from './set-by-words.ts';
import { BRANCHES, SettledVariables, SUBSHELLS } from './settled-variables.ts';
import { sureFunctions } from './sure-functions.ts';
import { hiddenCommand, judgeExpansion, parted, splitsInput, subshellIn } from './variable-tricks.ts';

interface WalkParts {
  readonly source: string;
  readonly script: Script;
  readonly facts: Survey;
  /** Judges a line that is run by a command of this one. */
  readonly judgeShell: (source: string, place: Place) => ShellRisk;
}

// Beyond what the script spells out, for all its loops together; each is judged by itself.
const MOST_ARGVS = 2000;

/** Goes through a script in the order it runs, keeping track of where it is. */
export class Walk implements Variables, Outlook {
  private readonly judged: Judged[] = [];
  /** Commands that a command of this line would run. */
  private readonly inner: Inner[] = [];
  private readonly parts: WalkParts;
  place: Place;
  private readonly variables: ScriptVariables;
  private readonly settled: SettledVariables;
  private argvsLeft = MOST_ARGVS;
  /** Where the last command has led, if it was one that does. */
  private arrived: readonly string[] | undefined;
  /** How many pipes and substitutions take what is printed here. */
  private pipes = 0;
  private asking = 0;
  private readonly sure: ReadonlyMap<string, number>;
  /** Where the command stands that is judged. */
  private at = 0;

  constructor(parts: WalkParts, place: Place) {
    this.parts = parts;
    this.place = place;
    this.sure = sureFunctions(parts.script);
    this.variables = new ScriptVariables(parts.facts, (word) => wordValue(word, this));
    this.settled = new SettledVariables(parts.script, parts.facts.functions, () => this.variables.forget());
  }

  of(script: Script): { judged: readonly Judged[]; inner: readonly Inner[] } {
    this.visit(script, this.place.stdin ?? NO_INPUT);
    return { judged: this.judged, inner: this.inner };
  }

  lookUp(name: string): Looked {
    const looked = this.variables.lookUp(name, this.place);
    if (!looked.values || !this.settled.mayBeEmpty(name, this.parts.facts)) return looked;
    return { ...looked, values: [...new Set([...looked.values, ''])] };
  }

  output(part: WordPart): Output {
    const isScript = part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution';
    return isScript && part.script ? outputOf(part.script, this) : OPEN;
  }

  stdinOf({ redirects }: Command, before: Output): Output {
    return inputOf(redirects, { stdin: 'pipe', input: before }, this).input;
  }

  argvOf(command: Command): readonly Value[] | undefined {
    const isOwn = this.parts.facts.functions.has(command.name?.value ?? '');
    return isOwn || !command.name ? undefined : jointArgv(this.waysOf(command));
  }

  private visit(node: SyntaxNode, input: Stdin): void {
    spend();
    if (asksIfSet(node)) this.asking++;
    this.visitNode(node, input);
    if (asksIfSet(node)) this.asking--;
  }

  private visitNode(node: SyntaxNode, input: Stdin): void {
    const children = (given: Stdin): void => forEachChild(node, (child) => this.visit(child, given));
    if (node.type === 'Command') this.command(node, input);
    else if (node.type === 'Statement' && node.background) this.inSubshell(() => children(input));
    else if (node.type === 'Pipeline') this.inSubshell(() => this.pipeline(node.commands, input));
    else if (node.type === 'ProcessSubstitution' && node.operator === '>')
      this.inSubshell(() => children({ stdin: 'pipe', input: OPEN }));
    else if (SUBSHELLS.has(node.type)) {
      const isCaught = node.type !== 'Subshell' && node.type !== 'Coproc';
      this.pipes += isCaught ? 1 : 0;
      this.inSubshell(() => children(input));
      this.pipes -= isCaught ? 1 : 0;
    } else if (BRANCHES.has(node.type)) {
      // Who calls a function may give it anything to read.
      const given: Stdin = node.type === 'Function' ? { stdin: 'pipe', input: OPEN } : input;
      this.perhaps(() => this.settled.branches(node, this.inChain(given)));
    } else if (node.type === 'Redirected') {
      for (const redirect of node.redirects) this.visit(redirect, input);
      // Where a redirection fails, it does not run.
      this.settled.inside(() => this.visit(node.command, inputOf(node.redirects, input, this)));
    } else {
      this.judged.push(...this.notice(node, input));
      children(input);
    }
  }

  /** What a node means by itself, beside what it contains. */
  private notice(node: SyntaxNode, input: Stdin): Judged[] {
    const text = this.parts.source.slice(node.pos, node.end);
    switch (node.type) {
      case 'Redirect':
        return judgeRedirect(node, text, this);
      case 'Assignment': {
        const value = node.value.type === 'ArrayValue' ? undefined : wordValue(node.value, this);
        return [judgedAssignment(node, value, this.place)];
      }
      case 'TestBinary':
      case 'TestUnary':
        return [{ text, findings: hiddenCommand(text) }];
      case 'ArithmeticCommand':
      case 'ArithmeticExpansion': {
        const subshell = subshellIn(text);
        const findings = subshell === undefined ? [] : this.nested(known(subshell), input);
        return [{ text, findings: [...hiddenCommand(text), ...findings] }];
      }
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return judgeExpansion(node, text, this.asking > 0 ? () => true : this.isOwn);
      default:
        return [];
    }
  }

  /** A `cd` in here ends with it. */
  private inSubshell(act: () => void): void {
    const { place } = this;
    this.settled.inside(act);
    this.place = place;
  }

  /** A `cd` in here may have happened or not. */
  private perhaps(act: () => void): void {
    const before = this.place;
    act();
    this.place = { ...this.place, cwds: eitherPlace(before.cwds, this.place.cwds) };
  }

  /** Behind `cd a &&` we are there for sure; behind `||`, wherever it has led until then. */
  private inChain(input: Stdin): (node: SyntaxNode, operator?: string) => void {
    let cwds = this.place.cwds;
    return (node, operator) => {
      cwds = eitherPlace(cwds, this.place.cwds);
      if (operator === '||') this.place = { ...this.place, cwds };
      if (operator === '&&' && this.arrived) this.place = { ...this.place, cwds: this.arrived };
      this.arrived = undefined;
      this.visit(node, input);
      if (node.type !== 'Command') this.arrived = undefined;
    };
  }

  private pipeline(commands: readonly SyntaxNode[], input: Stdin): void {
    const start = this.judged.length;
    let before = input;
    for (const [i, command] of commands.entries()) {
      this.pipes += i < commands.length - 1 ? 1 : 0;
      this.settled.inside(() => this.visit(command, before));
      this.pipes -= i < commands.length - 1 ? 1 : 0;
      before = { stdin: 'pipe', input: outputOf(command, this, before.input) };
    }
    this.judged.push(...soughtSecrets(this.judged.slice(start)));
  }

  private command(node: Command, input: Stdin): void {
    const isSplit = splitsInput(node);
    this.judged.push(...handedOver(node));
    noteImpure(node, this.place);
    for (const part of [...node.prefix, ...node.suffix]) {
      if (part.type === 'Assignment' && part.name === 'IFS' && isSplit)
        forEachChild(part, (child) => this.visit(child, input));
      else if (part.type !== 'Word') this.visit(part, input);
    }
    const words = node.args.filter((arg) => arg.type === 'Word');
    for (const word of node.name ? [node.name, ...words] : words)
      forEachChild(word, (child) => this.visit(child, input));
    this.settled.settle(node);
    if (!node.name) return;
    const ways = this.waysOf(node);
    const argv = jointArgv(ways);
    const given = inputOf(node.redirects, input, this);
    const isRead = /^(read|mapfile|readarray)$/.test(argv[0]?.text ?? '');
    if (argv[0]?.text === 'read') {
      this.variables.readInto(node, isSplit ? parted(given.input) : given.input);
      this.settled.add(namesIn(node));
    }
    const text = this.parts.source.slice(node.pos, node.end) || argv.map((value) => value.text).join(' ');
    this.at = node.pos;
    const own = this.judgeEach(ways, given);
    const sent = own.some(({ isNetwork }) => isNetwork) ? sentSecrets(words, this.isOwn) : [];
    const listed = isRead ? listedReads(given.input.file, this.place) : [];
    const findings = [...own, ...sent, ...listed, ...printedSecrets(node, words, this.isOwn)];
    this.judged.push({ text, findings, words: argv.map((value) => value.text) });
  }

  /** Every command that this one can turn out to be, and where each of them leaves us. */
  private judgeEach(ways: readonly Ways[], input: Stdin): Finding[] {
    const possible = possibleArgvs(ways, this.argvsLeft);
    if (!possible) {
      this.place = { ...this.place, cwds: [] };
      return [finding('CRITICAL', 'It expands to too many commands to judge')];
    }
    const argvs = withUnsetGone(possible);
    this.argvsLeft -= argvs.length - 1;
    const findings = argvs.flatMap((argv, i) => {
      const own = this.judgeArgv(argv, input);
      if (i > 0) this.inner.push(innerOf(argv, own));
      return own;
    });
    this.changeDirectory(argvs);
    return findings;
  }

  private readonly isOwn = (variable: string): boolean => this.settled.isOwn(variable, this.parts.facts);

  private waysOf({ name, args }: Command): Ways[] {
    return [...(name ? [name] : []), ...args].map((arg) => waysOf(arg, this));
  }

  private judgeArgv(argv: readonly Value[], input: Stdin, depth = 0): Finding[] {
    const [name] = argv;
    const isFunction = name?.isKnown === true && this.parts.facts.functions.has(name.text);
    // Its body has been judged where it was defined, without what it is given. Behind another program it is none.
    const handed = isFunction ? handedOn(argv.slice(1), this.place) : [];
    if (isFunction && depth === 0 && this.at > (this.sure.get(name.text) ?? Infinity)) return handed;
    const found = judgeWords(argv, {
      ...input,
      isPiped: this.pipes > 0,
      place: this.place,
      command: (words) => {
        const findings =
          depth > DEEPEST_WRAPPERS ? [WRAPPED_TOO_OFTEN] : this.judgeArgv(words, input, depth + 1);
        this.inner.push(innerOf(words, findings));
        return findings;
      },
      shell: (source, cwds, positional) => this.nested(source, input, cwds, positional),
      perhapsShell: (source) => this.perhapsNested(source, input),
    });
    return [...handed, ...setByWords(argv), ...found];
  }

  private nested(
    source: Value,
    stdin: Stdin,
    cwds = this.place.cwds,
    positional: readonly Value[] = [],
  ): Finding[] {
    if (!source.isKnown) {
      this.place.notes?.unfound.add('a command that is only known at run time');
      return [finding('CRITICAL', 'What the shell runs is only known at run time')];
    }
    const own = /\b(shift|set|getopts)\b/.test(source.text) ? [] : positional;
    // It may be handed what the line around it exports.
    const place = { ...this.place, cwds, stdin, positional: own, startsClean: false };
    const judged = this.parts.judgeShell(source.text, place);
    this.inner.push(...innerCommands(judged));
    this.judged.push(...judged.variables.map((variable) => ({ text: variable, variable, findings: [] })));
    return [asFinding(judged, source.text)];
  }

  /** A program that nobody knows can run any of its words: only what would be worse than itself is told apart. */
  private perhapsNested(source: Value, stdin: Stdin): Finding[] {
    const from = this.inner.length;
    const findings = this.nested(source, stdin);
    if (findings.some(({ risk }) => isAtLeast(risk, 'HIGH'))) return findings;
    this.inner.push(...this.inner.splice(from).map((one) => ({ ...one, isText: true })));
    return findings;
  }

  private changeDirectory(argvs: Ways): void {
    if (!argvs.some(changesDirectory)) return;
    this.arrived = arrivedAt(argvs, this.place);
    // Where it fails, the line goes on where it was.
    this.place = { ...this.place, cwds: eitherPlace(this.place.cwds, this.arrived) };
    this.variables.forget();
  }
}
