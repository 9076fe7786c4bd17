import { AnswerTooLarge } from '../providers/failure.ts';

/** What one answer may come to, far more than any model writes: what is not counted here fills the memory. */
const MOST = {
  characters: 4_194_304,
  calls: 1000,
  texts: 1000,
  pieces: 300_000,
  /** The SDK copies all that there is of the arguments with each piece of them. */
  callPieces: 32_768,
};

/** Says in words when an answer is larger than that. */
export interface AnswerLimits {
  textPiece(text: string): void;
  /** A piece of a call's arguments. */
  callPiece(text: string): void;
  text(): void;
  /** All calls are stored and begun together, so thousands would keep everybody else waiting. */
  call(): void;
}

/** For a text that is known to be short, and calls nothing. */
export const createTextLimits = (mostCharacters: number): AnswerLimits =>
  createAnswerLimits({ characters: mostCharacters, pieces: mostCharacters, callPieces: 0, calls: 0 });

export function createAnswerLimits(most: Partial<typeof MOST> = {}): AnswerLimits {
  const limits = { ...MOST, ...most };
  const upTo = (limit: number, what: string): ((count?: number) => void) => {
    let seen = 0;
    return (count = 1) => {
      seen += count;
      if (seen > limit) throw new AnswerTooLarge(`more than ${limit} ${what}`);
    };
  };
  const characters = upTo(limits.characters, 'characters');
  const pieces = upTo(limits.pieces, 'pieces');
  const callPieces = upTo(limits.callPieces, 'pieces of calls');
  const texts = upTo(limits.texts, 'texts');
  const calls = upTo(limits.calls, 'calls');
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
