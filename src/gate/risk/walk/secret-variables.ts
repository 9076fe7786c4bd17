import type { Command, SyntaxNode, Word, WordPart } from 'unbash';
import { type Finding, finding } from '../finding.ts';

/** A variable whose name says that it holds a secret. */
export const isSecretVariable = (name: string): boolean =>
  /(^|_)(SECRETS?|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)(_|$)/i.test(
    name,
  );

/** Words that are printed: a secret of the environment in them is shown. Variables of the script's own are not. */
const shownSecrets = (words: readonly Word[], isOwn: (name: string) => boolean): Finding[] =>
  secretsNamed(words, isOwn).map((name) => finding('MEDIUM', `shows what ${name} holds`, { isSecret: true }));

/** What a command prints of its words and of the text that it is given. */
export function printedSecrets(
  { name, redirects }: Command,
  words: readonly Word[],
  isOwn: (name: string) => boolean,
): Finding[] {
  const texts = redirects.flatMap((one) => (one.type === 'HereString' && one.target ? [one.target] : []));
  return shownSecrets(/^(echo|printf)$/.test(name?.value ?? '') ? [...words, ...texts] : texts, isOwn);
}

/** A secret of the environment in any other place: many programs show what they are told, if only in an error. */
export const usedSecret = (node: SyntaxNode, isOwn: (name: string) => boolean): Finding[] =>
  node.type === 'SimpleExpansion' || node.type === 'ParameterExpansion'
    ? variablesIn(node)
        .filter((name) => isSecretVariable(name) && !isOwn(name))
        .map((name) => finding('MEDIUM', `uses what ${name} holds`))
    : [];

/** `[ -n "$TOKEN" ]` says whether it is set, and no more. */
export const asksIfSet = (node: SyntaxNode): boolean =>
  node.type === 'TestUnary'
    ? /^-[nz]$/.test(node.operator)
    : node.type === 'Command' &&
      /^(test|\[)$/.test(node.name?.value ?? '') &&
      /^-[nz]$/.test(node.args[0]?.text ?? '') &&
      node.args.filter(({ text }) => text !== ']').length === 2;

/** Words of a command that talks to another machine. */
export function sentSecrets(words: readonly Word[], isOwn: (name: string) => boolean): Finding[] {
  if (words.some(({ value }) => NEARBY.test(value))) return [];
  return secretsNamed(words, isOwn).map((name) => finding('HIGH', `hands ${name} to another machine`));
}

const secretsNamed = (words: readonly Word[], isOwn: (name: string) => boolean): string[] =>
  words
    .flatMap(({ parts = [] }) => parts.flatMap(variablesIn))
    .filter((name) => isSecretVariable(name) && !isOwn(name));

const NEARBY = /^(\w+:\/\/)?(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/;

interface Part {
  readonly text: string;
  readonly words?: readonly string[];
  readonly findings: readonly Finding[];
}

/** `env | grep TOKEN`: of all that is shown, only the secrets are wanted. */
export function soughtSecrets(parts: readonly Part[]): readonly Part[] {
  const isShown = parts.some(({ findings }) => findings.some(({ isSecret }) => isSecret));
  const sought = parts.find(
    ({ words: [program = '', ...args] = [] }) =>
      /^(.*\/)?([a-z]*grep|rg|ag|awk|sed)$/.test(program) &&
      !args.some((word) => /^(-[a-zA-Z]*v|--invert-match)/.test(word)) &&
      args.some((word) => /secret|token|pass|pwd|api.?key|access.?key|private.?key|credential/i.test(word)),
  );
  return isShown && sought
    ? [{ text: sought.text, findings: [finding('MEDIUM', 'looks for secrets', { isSecret: true })] }]
    : [];
}

function variablesIn(part: WordPart): string[] {
  switch (part.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap(variablesIn);
    case 'SimpleExpansion':
      return [part.text.slice(1)];
    case 'ParameterExpansion': {
      // Its length, or whether it is there at all.
      const isAsked =
        part.prefix === '#' || (part.operation?.type === 'Default' && part.operation.operator.endsWith('+'));
      return isAsked ? [] : [part.parameter];
    }
    default:
      return [];
  }
}
