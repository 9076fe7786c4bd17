import { createRedactor, type Redactor } from '../gate/redact/redactor.ts';
import type { Stores } from './stores.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Takes the secrets of this environment out of text, for code without a host. */
export const environmentRedactor = (env: Environment): Redactor => createRedactor({ env });

/** The same for a host, which keeps secrets of its own. */
export function hostRedactor(
  env: Environment,
  { stateKey, tokens, secrets }: Pick<Stores, 'stateKey' | 'tokens' | 'secrets'>,
): Redactor {
  const redactor = createRedactor({ env, known: [stateKey.toString('base64'), stateKey.toString('hex')] });
  tokens.onSecret(redactor.know);
  secrets.onSecret(redactor.know);
  return redactor;
}
