import { randomUUID } from 'node:crypto';
import { ToolError } from '../../core/errors.ts';
import { redactDeep } from '../../gate/redact/scan/redact-deep.ts';
import type { Host } from '../create-host.ts';
import type { Act, Actor } from './act.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * Writes down who changes what before it is changed: without a row nothing is. Answers how to write down that it
 * failed.
 */
export function recordAct(
  { name, isRead = false, isRecorded = !isRead, secrets = [] }: Act,
  { audit, redactor }: Pick<Host, 'audit' | 'redactor'>,
  input: unknown,
  { by, via }: Actor,
): (error: unknown) => void {
  if (!isRecorded) return () => {};
  const id = randomUUID();
  const shown = Object.entries(input as Data).filter(([key]) => !secrets.includes(key)); // Sound: every input is an object.
  const args = redactDeep(Object.fromEntries(shown), redactor);
  const body = { tool: `admin/${name}`, principal: by, by, via, args };
  try {
    audit.append('admin', id, body, { durable: true });
  } catch (cause) {
    throw new ToolError('UNAVAILABLE', 'The record of this cannot be written, so it is not done', {
      cause,
      hint: 'Check the disk of the data directory; toolgate doctor tells more.',
    });
  }
  return (error) => {
    const { code, message } = error instanceof ToolError ? error : failed(error);
    try {
      audit.append('admin', id, { ...body, ok: false, code, message: redactor(message) });
    } catch {
      // The caller hears why it failed; a full disk must not replace that with an error of its own.
    }
  };
}

const failed = (error: unknown) => ({
  code: 'EXEC_FAILED',
  message: error instanceof Error ? error.message : String(error),
});
