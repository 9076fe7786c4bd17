import type { RunResult, Step } from '../../core/call/call.ts';
import { textContent } from '../../core/call/content.ts';
import { InputRequired } from '../../core/call/input.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import { whenDone } from '../../core/timing/when-done.ts';
import { dataWithinBudget, textWithinBudget, withinBudget } from '../output-budget.ts';
import type { Redactor } from '../redact/redactor.ts';
import { createDeepRedaction, redactDeep } from '../redact/scan/redact-deep.ts';

/**
 * Nothing leaves unredacted: neither a result nor the words of an error. What is too long is cut afterwards: half of
 * a secret would not be known for one.
 */
export const redact =
  (redactor: Redactor, budgetBytes: number): Step =>
  (call, next) => {
    const finish = (result: RunResult): RunResult => {
      const { data, content } = redactResult(result, redactor, call.facts.masked);
      return {
        data: dataWithinBudget(data, budgetBytes),
        content: content.map((block) => withinBudget(block, budgetBytes)),
      };
    };
    const fail = (thrown: unknown): never => {
      throw redactThrown(thrown, redactor, budgetBytes);
    };
    return whenDone(() => next(call), finish, fail);
  };

function redactThrown(thrown: unknown, redactor: Redactor, budgetBytes: number): InputRequired | ToolError {
  if (thrown instanceof InputRequired)
    return new InputRequired(redactDeep(thrown.requests, redactor), thrown.state);
  const { code, message, hint, data, text, cause, retryable } = toToolError(thrown);
  const words = (said: string): string => textWithinBudget(redactor(said), budgetBytes);
  return new ToolError(code, words(message), {
    cause,
    retryable,
    ...(hint !== undefined && { hint: words(hint) }),
    ...(data !== undefined && { data: dataWithinBudget(redactDeep(data, redactor), budgetBytes) }),
    ...(text !== undefined && { text: words(text) }),
  });
}

/** What was masked is said, because an agent edits by what it read and would put the masks into the file. */
function redactResult(result: RunResult, redactor: Redactor, masked = 0): RunResult {
  const redactPart = createDeepRedaction(redactor);
  const data = redactPart(result.data);
  const content = redactPart(result.content);
  // Both show the same, so the secrets are not added up.
  const count = Math.max(data.count, content.count) + masked;
  if (count === 0) return result;
  const secrets = count === 1 ? 'a secret' : `${count} secrets`;
  const note = textContent(`Toolgate masked ${secrets} here; do not write the masks back.`);
  return { data: data.value, content: [...content.value, note] };
}
