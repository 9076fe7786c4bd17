import type { Step } from '../core/call.ts';
import { ToolError, toToolError } from '../core/errors.ts';
import { InputRequired } from '../core/input.ts';
import { redactDeep } from './redact/redact-deep.ts';
import type { Redactor } from './redact/redactor.ts';

/** Nothing leaves unredacted: neither a result nor the words of an error. */
export const redact =
  (redactor: Redactor): Step =>
  async (call, next) => {
    try {
      return redactDeep(await next(call), redactor);
    } catch (thrown) {
      if (thrown instanceof InputRequired) {
        throw new InputRequired(redactDeep(thrown.requests, redactor), thrown.state);
      }
      const { code, message, hint, data, text, cause } = toToolError(thrown);
      throw new ToolError(code, redactor(message), {
        cause,
        ...(hint !== undefined && { hint: redactor(hint) }),
        ...(data !== undefined && { data: redactDeep(data, redactor) }),
        ...(text !== undefined && { text: redactor(text) }),
      });
    }
  };
