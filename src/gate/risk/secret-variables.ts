import type { Word, WordPart } from 'unbash';
import { type Finding, finding } from './finding.ts';

/** A variable whose name says that it holds a secret. */
export const isSecretVariable = (name: string): boolean =>
  /(^|_)(SECRETS?|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)(_|$)/i.test(
    name,
  );

/** Words that are printed: a secret of the environment in them is shown. Variables of the script's own are not. */
export const shownSecrets = (words: readonly Word[], isOwn: (name: string) => boolean): Finding[] =>
  words
    .flatMap(({ parts = [] }) => parts.flatMap(variablesIn))
    .filter((name) => isSecretVariable(name) && !isOwn(name))
    .map((name) => finding('MEDIUM', `shows what ${name} holds`, { isSecret: true }));

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
