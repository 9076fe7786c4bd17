import { ERROR_CODES, type ErrorCode, ToolError } from '../../core/errors.ts';

interface Part {
  readonly ok: boolean;
  readonly error?: string | undefined;
  readonly skipped?: boolean | undefined;
}

/** A call of several parts has failed where none of them succeeded; the data says of each why. */
export function checkAnyDone<T extends { readonly results: readonly Part[] }>(data: T, words: string): T {
  const { results } = data;
  if (results.some(({ ok }) => ok)) return data;
  const codes = new Set(results.filter(({ skipped }) => !skipped).map(({ error = '' }) => codeIn(error)));
  const [code = 'EXEC_FAILED'] = codes.size === 1 ? codes : [];
  throw new ToolError(code, words, { data: { ...data } });
}

const codeIn = (error: string): ErrorCode => {
  const [word = ''] = error.split(':');
  return isCode(word) ? word : 'EXEC_FAILED';
};

const isCode = (word: string): word is ErrorCode => Object.hasOwn(ERROR_CODES, word);
