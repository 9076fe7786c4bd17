import {
  type Command,
  forEachChild,
  type Pipeline,
  type Script,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { highestRisk, isAtLeast } from '../../../core/risk.ts';
import { spend } from '../budget.ts';
import { DEEPEST_WRAPPERS, type Finding, finding, WRAPPED_TOO_OFTEN } from '../finding.ts';
import { changesDirectory, directoriesAfter, fewPlaces } from '../parse/directories.ts';
import { OPEN, type Outlook, type Output, outputOf } from '../parse/output.ts';
import { jointArgv, possibleArgvs, type Ways, waysOf, withUnsetGone } from '../parse/possible-argv.ts';
import { type Looked, ScriptVariables } from '../parse/script-variables.ts';
import { inputOf, NO_INPUT, type Stdin } from '../parse/stdin.ts';
import type { Survey } from '../parse/survey.ts';
import { known, type Value, type Variables, wordValue } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { handedOn } from '../paths/reach.ts';
import type { Place } from '../place.ts';
import { judgeWords } from '../programs/judge-command.ts';
import { isPureVariable } from '../programs/pure-programs.ts';
import { handedOver, judgeAssignment } from './judge-assignment.ts';
import { judgeRedirect } from './judge-redirect.ts';
import type { ShellRisk } from './judge-shell.ts';
import { asFinding, type Inner, type Judged } from './judged.ts';
import { sentSecrets, shownSecrets, soughtSecrets } from './secret-variables.ts';
import { hiddenCommand, parted, prompted, splitsInput, subshellIn } from './variable-tricks.ts';

interface WalkParts {
  readonly source: string;
  readonly facts: Survey;
  /** Judges a line that is run by a command of this one. */
  readonly judgeShell: (source: string, place: Place) => ShellRisk;
}

// Beyond what the script spells out, for all its loops together; each is judged by itself.
const MOST_ARGVS = 2000;
const SUBSHELLS: ReadonlySet<string> = new Set(
  'Subshell CommandExpansion ProcessSubstitution ArithmeticCommandExpansion Coproc'.split(' '),
);
const BRANCHES: ReadonlySet<string> = new Set(['AndOr', 'If', 'While', 'For', 'Case', 'Function']);

/** Goes through a script in the order it runs, keeping track of where it is. */
export class Walk implements Variables, Outlook {
  private readonly judged: Judged[] = [];
  /** Commands that a command of this line would run. */
  private readonly inner: Inner[] = [];
  private readonly parts: WalkParts;
  place: Place;
  private readonly variables: ScriptVariables;
  private argvsLeft = MOST_ARGVS;
  /** How many pipes and substitutions take what is printed here. */
  private pipes = 0;

  constructor(parts: WalkParts, place: Place) {
    this.parts = parts;
    this.place = place;
    this.variables = new ScriptVariables(parts.facts, (word) => wordValue(word, this));
  }

  of(script: Script): { judged: readonly Judged[]; inner: readonly Inner[] } {
    this.visit(script, NO_INPUT);
    return { judged: this.judged, inner: this.inner };
  }

  lookUp(name: string): Looked {
    return this.variables.lookUp(name, this.place);
  }

  output(part: WordPart): Output {
    const isScript = part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution';
    return isScript && part.script ? outputOf(part.script, this) : OPEN;
  }

  stdinOf({ redirects }: Command, before: Output): Output {
    return inputOf(redirects, { stdin: 'pipe', input: before }, this).input;
  }

  argvOf(command: Command): readonly Value[] | undefined {
    const isOwn = command.name && this.parts.facts.functions.has(command.name.value);
    return isOwn || !command.name ? undefined : jointArgv(this.waysOf(command));
  }

  private visit(node: SyntaxNode, input: Stdin): void {
    spend();
    const children = (given: Stdin): void => forEachChild(node, (child) => this.visit(child, given));
    if (node.type === 'Command') this.command(node, input);
    else if (node.type === 'Pipeline') this.inSubshell(() => this.pipeline(node, input));
    else if (node.type === 'ProcessSubstitution' && node.operator === '>')
      this.inSubshell(() => children({ stdin: 'pipe', input: OPEN }));
    else if (SUBSHELLS.has(node.type)) {
      const isCaught = node.type !== 'Subshell' && node.type !== 'Coproc';
      this.pipes += isCaught ? 1 : 0;
      this.inSubshell(() => children(NO_INPUT));
      this.pipes -= isCaught ? 1 : 0;
    } else if (BRANCHES.has(node.type)) this.perhaps(() => children(input));
    else if (node.type === 'Redirected') {
      for (const redirect of node.redirects) this.visit(redirect, NO_INPUT);
      this.visit(node.command, inputOf(node.redirects, input, this));
    } else {
      this.judged.push(...this.notice(node));
      children(
        node.type === 'Script' || node.type === 'Statement' || node.type === 'CompoundList'
          ? input
          : NO_INPUT,
      );
    }
  }

  /** What a node means by itself, beside what it contains. */
  private notice(node: SyntaxNode): Judged[] {
    const text = this.parts.source.slice(node.pos, node.end);
    switch (node.type) {
      case 'Redirect':
        return judgeRedirect(node, text, this);
      case 'Assignment': {
        const value = node.value.type === 'ArrayValue' ? undefined : wordValue(node.value, this);
        return [
          {
            text: node.text,
            ...(!isPureVariable(node.name) && { variable: node.text }),
            findings: [
              ...judgeAssignment(node.name, value),
              ...hiddenCommand(node.text),
              ...handedOn(value ? [value] : [], this.place),
            ],
          },
        ];
      }
      case 'TestBinary':
      case 'TestUnary':
        return [{ text, findings: hiddenCommand(text) }];
      case 'ArithmeticCommand':
      case 'ArithmeticExpansion': {
        const subshell = subshellIn(text);
        const findings = subshell === undefined ? [] : this.nested(known(subshell));
        return [{ text, findings: [...hiddenCommand(text), ...findings] }];
      }
      case 'ParameterExpansion':
        return node.operation?.type === 'Transform' ? [{ text, findings: prompted(node.operation) }] : [];
      default:
        return [];
    }
  }

  /** A `cd` in here ends with it. */
  private inSubshell(act: () => void): void {
    const { place } = this;
    act();
    this.place = place;
  }

  /** A `cd` in here may have happened or not. */
  private perhaps(act: () => void): void {
    const before = this.place;
    act();
    this.place = {
      ...this.place,
      cwds: this.place.cwds.length === 0 ? [] : fewPlaces([...before.cwds, ...this.place.cwds]),
    };
  }

  private pipeline({ commands }: Pipeline, input: Stdin): void {
    const start = this.judged.length;
    let before = input;
    for (const [i, command] of commands.entries()) {
      this.pipes += i < commands.length - 1 ? 1 : 0;
      this.visit(command, before);
      this.pipes -= i < commands.length - 1 ? 1 : 0;
      before = { stdin: 'pipe', input: outputOf(command, this, before.input) };
    }
    this.judged.push(...soughtSecrets(this.judged.slice(start)));
  }

  private command(node: Command, input: Stdin): void {
    const isSplit = splitsInput(node);
    this.judged.push(...handedOver(node));
    const isImpure = node.prefix.some((part) => part.type === 'Assignment' && !isPureVariable(part.name));
    if (node.name && isImpure && this.place.notes) this.place.notes.isImpure = true;
    for (const part of [...node.prefix, ...node.suffix]) {
      if (part.type === 'Assignment' && part.name === 'IFS' && isSplit)
        forEachChild(part, (child) => this.visit(child, NO_INPUT));
      else if (part.type !== 'Word') this.visit(part, NO_INPUT);
    }
    const words = node.args.filter((arg) => arg.type === 'Word');
    for (const word of node.name ? [node.name, ...words] : words)
      forEachChild(word, (child) => this.visit(child, NO_INPUT));
    if (!node.name) return;
    const ways = this.waysOf(node);
    const argv = jointArgv(ways);
    const given = inputOf(node.redirects, input, this);
    const isRead = argv[0]?.text === 'read' || argv[0]?.text === 'mapfile' || argv[0]?.text === 'readarray';
    if (argv[0]?.text === 'read') this.variables.readInto(node, isSplit ? parted(given.input) : given.input);
    const text = this.parts.source.slice(node.pos, node.end) || argv.map((value) => value.text).join(' ');
    const own = this.judgeEach(ways, given);
    const sent = own.some(({ isNetwork }) => isNetwork) ? sentSecrets(words, this.isOwn) : [];
    const listed = isRead ? listedReads(given.input.file, this.place) : [];
    const findings = [...own, ...sent, ...listed, ...this.shown(node, words)];
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
      if (i > 0)
        this.inner.push({
          words: argv.map((value) => value.text),
          risk: highestRisk(own.map(({ risk }) => risk)),
        });
      return own;
    });
    this.changeDirectory(argvs);
    return findings;
  }

  private shown({ name, redirects }: Command, words: readonly Word[]): Finding[] {
    const texts = redirects.flatMap((one) => (one.type === 'HereString' && one.target ? [one.target] : []));
    return shownSecrets(/^(echo|printf)$/.test(name?.value ?? '') ? [...words, ...texts] : texts, this.isOwn);
  }

  private readonly isOwn = (variable: string): boolean =>
    this.parts.facts.assigned.has(variable) || this.parts.facts.readNames.has(variable);

  private waysOf({ name, args }: Command): Ways[] {
    return [...(name ? [name] : []), ...args].map((arg) => waysOf(arg, this));
  }

  private judgeArgv(argv: readonly Value[], input: Stdin, depth = 0): Finding[] {
    const [name] = argv;
    // Its body has been judged where it was defined, without what it is given.
    if (name?.isKnown && this.parts.facts.functions.has(name.text))
      return handedOn(argv.slice(1), this.place);
    return judgeWords(argv, {
      ...input,
      isPiped: this.pipes > 0,
      place: this.place,
      command: (words) => {
        const findings =
          depth > DEEPEST_WRAPPERS ? [WRAPPED_TOO_OFTEN] : this.judgeArgv(words, input, depth + 1);
        this.inner.push({
          words: words.map(({ text }) => text),
          risk: highestRisk(findings.map(({ risk }) => risk)),
        });
        return findings;
      },
      shell: (source, cwds, positional) => this.nested(source, cwds, positional),
      perhapsShell: (source) => this.perhapsNested(source),
    });
  }

  private nested(source: Value, cwds = this.place.cwds, positional: readonly Value[] = []): Finding[] {
    if (!source.isKnown) {
      this.place.notes?.unfound.add('a command that is only known at run time');
      return [finding('CRITICAL', 'What the shell runs is only known at run time')];
    }
    const isMoved = /\b(shift|set|getopts)\b/.test(source.text);
    // It may be handed what the line around it exports.
    const place = { ...this.place, cwds, positional: isMoved ? [] : positional, startsClean: false };
    const judged = this.parts.judgeShell(source.text, place);
    const { risk, commands, weighty, variables } = judged;
    this.inner.push(
      ...commands.map((words) => ({ words, risk: weighty.includes(words) ? risk : 'SAFE' }) as const),
    );
    this.judged.push(...variables.map((variable) => ({ text: variable, variable, findings: [] })));
    return [asFinding(judged, source.text)];
  }

  /** A program that nobody knows can run any of its words: only what would be worse than itself is told apart. */
  private perhapsNested(source: Value): Finding[] {
    const from = this.inner.length;
    const findings = this.nested(source);
    if (findings.some(({ risk }) => isAtLeast(risk, 'HIGH'))) return findings;
    this.inner.push(...this.inner.splice(from).map((one) => ({ ...one, isText: true })));
    return findings;
  }

  private changeDirectory(argvs: Ways): void {
    if (!argvs.some(changesDirectory)) return;
    const after = argvs.map((argv) => directoriesAfter(argv, this.place));
    const cwds = after.some((paths) => paths.length === 0) ? [] : fewPlaces(after.flat());
    this.place = { ...this.place, cwds };
    this.variables.forget();
  }
}
