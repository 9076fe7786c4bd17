import type { RunResult, Step } from '../core/call.ts';
import { type Content, textContent } from '../core/content.ts';
import { ToolError, toToolError } from '../core/errors.ts';
import { InputRequired } from '../core/input.ts';
import { MASK } from '../core/mask.ts';
import { redactDeep } from './redact/redact-deep.ts';
import type { Redactor } from './redact/redactor.ts';

/** Nothing leaves unredacted: neither a result nor the words of an error. */
export const redact =
  (redactor: Redactor): Step =>
  async (call, next) => {
    try {
      const result = await next(call);
      return withNote(result, redactDeep(result, redactor));
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

/** Whoever reads a mask must know that it is none of the content. */
function withNote({ content }: RunResult, redacted: RunResult): RunResult {
  const count = masksIn(redacted.content) - masksIn(content);
  if (count <= 0) return redacted;
  const note = `[${count} secret${count === 1 ? ' is' : 's are'} shown as ${MASK}; do not write that back]`;
  return { ...redacted, content: [...redacted.content, textContent(note)] };
}

const masksIn = (content: readonly Content[]): number =>
  content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.split(MASK).length - 1 : 0), 0);
