import { ToolError } from '../errors.ts';
import type { Risk } from '../risk.ts';
import { SECRET_NAME, type SecretStore } from '../secret-store.ts';

/** Below it stand Toolgate's own: what proves to an incoming webhook who sends. */
const OWN_PREFIX = 'webhook/';

/** The secret that the deliveries to an incoming webhook are signed with; only its receiver reads it. */
export const ownSecretOf = (webhookId: string): string => `${OWN_PREFIX}${webhookId}`;

/** Who could use one of these could send in the name of somebody else. */
export const isOwnSecret = (name: string): boolean => name.startsWith(OWN_PREFIX);

/** What a use of a stored secret comes to, wherever it is judged. The name is shown: it is no secret. */
export interface SecretUse {
  readonly risk: Risk;
  readonly reason: string;
}

/** A program that has it can hand it to anybody. */
export const secretForProgram = (name: string, variable: string): SecretUse => ({
  risk: 'CRITICAL',
  reason: `it gets the stored secret ${name} as ${variable}`,
});

/**
 * A signature speaks for whoever holds the secret, and lets a short secret be guessed. So which address gets signatures of
 * which secret is asked in every mode when it is stored; after that, each message is one that a person may want to see.
 */
export const secretForSigning = (name: string, doing: 'store' | 'send'): SecretUse => ({
  risk: doing === 'store' ? 'CRITICAL' : 'HIGH',
  reason: signedWith(name),
});

export const signedWith = (name: string): string => `it is signed with the stored secret ${name}`;

/** For what an agent stores: said before anybody is asked. */
export function assertUsableSecret(name: string): void {
  if (!SECRET_NAME.test(name))
    throw new ToolError('VALIDATION', 'A stored secret is named, and this is not such a name', {
      hint: 'Give the name of a secret, never its value; a person sets it with: toolgate secrets set NAME',
    });
  if (isOwnSecret(name))
    throw new ToolError('VALIDATION', `The secret "${name}" is for its incoming webhook only`, {
      hint: 'Name a secret of your own; a person sets it with: toolgate secrets set NAME',
    });
}

/** The only way in which what an agent stored or started gets a stored secret. */
export async function readStoredSecret(name: string, secrets: Pick<SecretStore, 'get'>): Promise<string> {
  assertUsableSecret(name);
  const value = await secrets.get(name);
  if (value !== undefined) return value;
  throw new ToolError('NOT_FOUND', `There is no secret "${name}"`, {
    hint: `A person sets it with: toolgate secrets set ${name}`,
  });
}
