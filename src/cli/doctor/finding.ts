/** Green, yellow, red: it works; something more could; it does not work as it should. */
type State = 'ok' | 'missing' | 'wrong';

export interface Finding {
  readonly state: State;
  readonly what: string;
  /** What to do about it, in one line. */
  readonly next?: string;
}

export const fine = (what: string): Finding => ({ state: 'ok', what });
export const missing = (what: string, next: string): Finding => ({ state: 'missing', what, next });
export const wrong = (what: string, next?: string): Finding => ({
  state: 'wrong',
  what,
  ...(next !== undefined && { next }),
});

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
