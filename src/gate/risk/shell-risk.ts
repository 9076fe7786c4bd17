import {
  type Command,
  forEachChild,
  type Pipeline,
  parse,
  type Redirection,
  type Script,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { highestRisk, type Risk } from '../../core/risk.ts';
import { judgeAssignment } from './assignment-risk.ts';
import { byWeight, type Finding, finding } from './finding.ts';
import { isForkBomb } from './fork-bomb.ts';
import { reach } from './judge-rule.ts';
import { judgeWords } from './judge-words.ts';
import { listsPaths, passesPathsOn } from './path-lister.ts';
import { type Place, pathsOf } from './place.ts';
import { type Survey, survey } from './survey.ts';
import { known, UNKNOWN, type Value, type Variables, wordValue } from './words.ts';

/** One command of a line, with what it alone would be. */
export interface Segment {
  readonly text: string;
  readonly risk: Risk;
  readonly reasons: readonly string[];
}

export interface ShellRisk {
  readonly risk: Risk;
  /** The weightiest reasons first. */
  readonly reasons: readonly string[];
  readonly segments: readonly Segment[];
  /** No approval helps. */
  readonly isForbidden: boolean;
  readonly isNetwork: boolean;
  /** Every command in it, word by word; what is decided at run time is an empty word. */
  readonly commands: readonly (readonly string[])[];
}

const LONGEST = 65_536;
const DEEPEST_SHELL = 6;
// Control characters but tab and newline, bidirectional overrides, zero-width characters: what is seen is not what runs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** The risk of a line of Bash: the highest of everything in it, however it is wrapped. */
export function judgeShell(source: string, place: Place, depth = 0): ShellRisk {
  const refused = refusal(source, depth);
  if (refused !== undefined) return critical(source, refused);
  const script = parse(source);
  const facts = survey(script);
  if (facts.problem !== undefined) return critical(source, facts.problem);
  if (isForkBomb(script))
    return { ...critical(source, 'It multiplies itself until the machine stops'), isForbidden: true };
  return summary(new Walk(source, facts, place, depth).of(script));
}

function refusal(source: string, depth: number): string | undefined {
  if (source.length > LONGEST) return `It is longer than ${LONGEST} characters`;
  if (TRICKS.test(source)) return 'It holds control or invisible characters';
  return depth > DEEPEST_SHELL ? 'It is wrapped too often to be judged' : undefined;
}

const critical = (text: string, reason: string): ShellRisk => ({
  risk: 'CRITICAL',
  reasons: [reason],
  segments: [{ text: text.slice(0, 200), risk: 'CRITICAL', reasons: [reason] }],
  isForbidden: false,
  isNetwork: false,
  commands: [],
});

interface Judged {
  readonly text: string;
  readonly words?: readonly string[];
  readonly findings: readonly Finding[];
}

function summary(judged: readonly Judged[]): ShellRisk {
  const findings = judged.flatMap((one) => one.findings);
  const isNetwork = findings.some((one) => one.isNetwork);
  // Either alone may be all right; together they carry a secret away.
  const leak =
    isNetwork && findings.some((one) => one.isSecret)
      ? [finding('CRITICAL', 'It reads something secret and talks to other machines')]
      : [];
  const all = [...leak, ...findings];
  return {
    risk: highestRisk(all.map(({ risk }) => risk)),
    reasons: [
      ...new Set(
        byWeight(all)
          .filter(({ risk }) => risk !== 'SAFE')
          .map(({ reason }) => reason),
      ),
    ].slice(0, 8),
    segments: judged.map(({ text, findings: own }) => ({
      text,
      risk: highestRisk(own.map(({ risk }) => risk)),
      reasons: [...new Set(own.filter(({ risk }) => risk !== 'SAFE').map(({ reason }) => reason))],
    })),
    isForbidden: all.some((one) => one.isForbidden),
    isNetwork,
    commands: judged.flatMap(({ words }) => (words ? [words] : [])),
  };
}

/** Arithmetic evaluates the text of a name like a[$(command)] again, even out of quotes. */
const hiddenCommand = (text: string): Finding[] =>
  /['"\\][^'"]*\[[^\]]*(\$\(|`)/.test(text)
    ? [finding('CRITICAL', 'A command may be hidden in the name of a variable')]
    : [];

interface Stdin {
  readonly stdin: 'nothing' | 'pipe' | 'text';
  readonly isListedInput: boolean;
}

const NO_INPUT: Stdin = { stdin: 'nothing', isListedInput: false };

/** Goes through a script in the order it runs, keeping track of where it is. */
class Walk implements Variables {
  private readonly judged: Judged[] = [];
  private readonly source: string;
  private readonly facts: Survey;
  private readonly depth: number;
  private place: Place;
  private resolving = new Set<string>();

  constructor(source: string, facts: Survey, place: Place, depth: number) {
    this.source = source;
    this.facts = facts;
    this.place = place;
    this.depth = depth;
  }

  of(script: Script): readonly Judged[] {
    this.visit(script, NO_INPUT);
    return this.judged;
  }

  /** The values a variable can have, from the script itself and the few that are the same everywhere. */
  valuesOf(name: string): readonly string[] | undefined {
    if (name === 'HOME') return this.facts.assigned.has('HOME') ? undefined : [this.place.home];
    if (name === 'PWD')
      return this.facts.assigned.has('PWD') || this.place.cwds.length === 0 ? undefined : this.place.cwds;
    const words = this.facts.assigned.get(name);
    if (!words || this.resolving.has(name)) return undefined;
    this.resolving.add(name);
    const values = words.map((word) => wordValue(word, this));
    this.resolving.delete(name);
    return values.every((value) => value.isKnown)
      ? values.flatMap(({ text, alternatives }) => alternatives ?? [text])
      : undefined;
  }

  listsPaths(part: WordPart): boolean {
    return (
      (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') &&
      part.script !== undefined &&
      listsPaths(part.script)
    );
  }

  private visit(node: SyntaxNode, input: Stdin): void {
    switch (node.type) {
      case 'Command':
        return this.command(node, input);
      case 'Pipeline':
        return this.inSubshell(() => this.pipeline(node, input));
      case 'Subshell':
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
      case 'Coproc':
        return this.inSubshell(() => forEachChild(node, (child) => this.visit(child, NO_INPUT)));
      case 'AndOr':
      case 'If':
      case 'While':
      case 'For':
      case 'Case':
      case 'Function':
        return this.perhaps(() => forEachChild(node, (child) => this.visit(child, input)));
      case 'Redirected': {
        for (const redirect of node.redirects) this.visit(redirect, NO_INPUT);
        return this.visit(node.command, this.inputOf(node.redirects, input));
      }
      case 'Redirect':
      case 'HereString':
      case 'HereDoc':
        this.redirect(node);
        return forEachChild(node, (child) => this.visit(child, NO_INPUT));
      case 'Assignment':
        this.judged.push({
          text: node.text,
          findings: [...judgeAssignment(node.name), ...hiddenCommand(node.text)],
        });
        return forEachChild(node, (child) => this.visit(child, NO_INPUT));
      case 'TestBinary':
      case 'TestUnary':
      case 'ArithmeticCommand':
      case 'ArithmeticExpansion':
        this.judged.push({
          text: this.source.slice(node.pos, node.end),
          findings: hiddenCommand(this.source.slice(node.pos, node.end)),
        });
        return forEachChild(node, (child) => this.visit(child, NO_INPUT));
      default:
        return forEachChild(node, (child) => this.visit(child, input));
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
      cwds: this.place.cwds.length === 0 ? [] : [...new Set([...before.cwds, ...this.place.cwds])],
    };
  }

  private pipeline({ commands }: Pipeline, input: Stdin): void {
    for (const [i, command] of commands.entries()) {
      const before = commands.slice(0, i);
      const isListedInput =
        i > 0 && before.every((one, at) => (at === 0 ? listsPaths(one) : passesPathsOn(one)));
      this.visit(command, i === 0 ? input : { stdin: 'pipe', isListedInput });
    }
  }

  private command(node: Command, input: Stdin): void {
    for (const part of [...node.prefix, ...node.suffix]) if (part.type !== 'Word') this.visit(part, NO_INPUT);
    const words = node.args.filter((arg) => arg.type === 'Word');
    for (const word of node.name ? [node.name, ...words] : words)
      forEachChild(word, (child) => this.visit(child, NO_INPUT));
    if (!node.name) return;
    const argv = [node.name, ...node.args].flatMap((arg) =>
      this.expand(arg.type === 'Word' ? arg : undefined, arg.type === 'Assignment' ? arg.text : ''),
    );
    const text = this.source.slice(node.pos, node.end) || argv.map((value) => value.text).join(' ');
    const findings = this.judgeArgv(argv, this.inputOf(node.redirects, input));
    this.judged.push({ text, findings, words: argv.map((value) => value.text) });
    this.changeDirectory(argv);
  }

  private judgeArgv(argv: readonly Value[], input: Stdin): Finding[] {
    const [name] = argv;
    // Its body has been judged where it was defined.
    if (name?.isKnown && this.facts.functions.has(name.text)) return [];
    return judgeWords(argv, {
      ...input,
      place: this.place,
      command: (words) => this.judgeArgv(words, input),
      shell: (source) => this.nested(source),
    });
  }

  private nested(source: Value): Finding[] {
    if (!source.isKnown) return [finding('CRITICAL', 'What the shell runs is decided only when it runs')];
    const { risk, reasons, isForbidden, isNetwork } = judgeShell(source.text, this.place, this.depth + 1);
    return [finding(risk, reasons[0] ?? source.text, { isForbidden, isNetwork })];
  }

  /** One word may become several: braces, and variables that hold blanks. */
  private expand(word: Word | undefined, text: string): Value[] {
    if (!word) return [known(text)];
    const value = wordValue(word, this);
    const texts = value.alternatives ?? [value.text];
    const isSplit = (word.parts ?? []).some(
      (part) => part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion',
    );
    const pieces = isSplit && value.isKnown ? texts.flatMap((one) => one.split(/\s+/)) : texts;
    return pieces.map((piece) => ({ ...value, text: piece }));
  }

  private changeDirectory(argv: readonly Value[]): void {
    const [name, ...rest] = argv;
    if (name?.text !== 'cd' && name?.text !== 'pushd' && name?.text !== 'popd') return;
    const target = rest.find(({ text }) => !/^-[LPe@]+$/.test(text)) ?? known(this.place.home);
    const paths =
      name.text === 'popd' || !target.isKnown || target.isGlob || target.text === '-'
        ? undefined
        : pathsOf(target.text, this.place);
    this.place = { ...this.place, cwds: paths ?? [] };
  }

  private redirect(node: Redirection): void {
    if (node.type !== 'Redirect' || !node.target) return;
    const target = wordValue(node.target, this);
    const isDescriptor =
      (node.operator === '>&' || node.operator === '<&') && /^(\d+-?|-)$/.test(target.text);
    if (isDescriptor && target.isKnown) return;
    const access = node.operator === '<' || node.operator === '<&' ? 'read' : 'write';
    this.judged.push({
      text: this.source.slice(node.pos, node.end),
      findings: reach(target.isGlob ? UNKNOWN : target, access, this.place),
    });
  }

  private inputOf(redirects: readonly Redirection[], input: Stdin): Stdin {
    const last = redirects
      .filter((one) => one.type !== 'Redirect' || one.operator === '<' || one.operator === '<>')
      .at(-1);
    if (!last) return input;
    return { stdin: last.type === 'Redirect' ? 'pipe' : 'text', isListedInput: false };
  }
}
