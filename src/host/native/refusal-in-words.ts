import { approvalIn } from '../../core/approval/approval-refusal.ts';
import type { Judgement } from '../../core/call/call.ts';
import type { NativeCall } from '../../core/call/native-call.ts';
import { replaceText } from '../../core/text/find-text.ts';

/** Why a native call does not run, for the model that wanted it; under the name that the model knows. */
export function refusalInWords(
  { error, risk }: Extract<Judgement, { ok: false }>,
  { tool }: Pick<NativeCall, 'tool'>,
  mapped: { readonly tool: string },
  address: string | undefined,
): string {
  const { message, hint } = error;
  const id = approvalIn(error);
  const page = id === undefined || address === undefined ? [] : [`Or open ${address}/?approval=${id}.`];
  const words = [`${message}.`, ...(hint === undefined ? [] : [hint]), ...page].join(' ');
  return `Toolgate${risk === undefined ? '' : ` ${risk}`}: ${replaceText(words, mapped.tool, tool)}`;
}
