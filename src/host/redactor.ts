import { createRedactor, type Redactor } from '../gate/redact/redactor.ts';

/** Takes the secrets of this environment out of text, for whoever has no host. */
export const environmentRedactor = (env: Readonly<Record<string, string | undefined>>): Redactor =>
  createRedactor({ env });
