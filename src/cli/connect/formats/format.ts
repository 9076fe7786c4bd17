export type Data = Record<string, unknown>;
export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml';

/** Where the entry stands: in the list of servers, under our name. */
export type Keys = readonly [list: string, name: string];

/** A kind of settings file; each change is made in the text, so that everything else stays as it was written. */
export interface Format {
  /** What the text says; throws where it is damaged. */
  readonly read: (text: string) => unknown;
  /** The text with this entry; throws where there is no place for it. */
  readonly put: (text: string, keys: Keys, entry: Data) => string;
  /** The text without the entry, which is there. */
  readonly cut: (text: string, keys: Keys) => string;
}

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
