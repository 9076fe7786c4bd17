import { AnswerTooLarge } from '../providers/failure.ts';

/** What one answer may come to, far more than any model writes: what is not counted here fills the memory. */
const MOST_CHARACTERS = 4_194_304;
const MOST_CALLS = 1000;
const MOST_TEXTS = 1000;
const MOST_PIECES = 300_000;
/** The SDK copies all that there is of the arguments with each piece of them. */
const MOST_CALL_PIECES = 32_768;

/** Says in words when an answer is larger than that. */
export interface AnswerLimits {
  textPiece(text: string): void;
  /** A piece of a call's arguments. */
  callPiece(text: string): void;
  text(): void;
  /** All calls are stored and begun together, so thousands would keep everybody else waiting. */
  call(): void;
}

export function createAnswerLimits(): AnswerLimits {
  const most = (limit: number, what: string): ((count?: number) => void) => {
    let seen = 0;
    return (count = 1) => {
      seen += count;
      if (seen > limit) throw new AnswerTooLarge(`more than ${limit} ${what}`);
    };
  };
  const characters = most(MOST_CHARACTERS, 'characters');
  const pieces = most(MOST_PIECES, 'pieces');
  const callPieces = most(MOST_CALL_PIECES, 'pieces of calls');
  const texts = most(MOST_TEXTS, 'texts');
  const calls = most(MOST_CALLS, 'calls');
  return {
    textPiece: (text) => {
      characters(text.length);
      pieces();
    },
    callPiece: (text) => {
      characters(text.length);
      callPieces();
    },
    text: () => texts(),
    call: () => calls(),
  };
}
