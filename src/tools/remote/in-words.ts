import { counted } from '../../core/text/counted.ts';

type Encoding = 'utf-8' | 'ascii' | 'base64';

interface Unusual {
  readonly mode?: number | undefined;
  readonly overwrite?: boolean;
  readonly createDirs?: boolean;
  readonly backup?: boolean;
  readonly verify?: boolean;
  readonly expectedSha256?: string | undefined;
}

const SHOWN = 4000;

/** What a call does beyond the usual, for the one who is asked: `, mode 4755, replacing what is there`. */
export const optionsInWords = ({
  mode,
  overwrite,
  createDirs,
  backup,
  verify,
  expectedSha256,
}: Unusual): string =>
  [
    ...(mode === undefined ? [] : [`mode ${mode.toString(8).padStart(4, '0')}`]),
    ...(overwrite ? ['replacing what is there'] : []),
    ...(createDirs ? ['making missing directories'] : []),
    ...(backup ? ['keeping the old file'] : []),
    ...(expectedSha256 === undefined ? [] : [`if the old file has the hash ${expectedSha256.slice(0, 16)}`]),
    ...(verify === false ? ['without comparing hashes'] : []),
  ]
    .map((words) => `, ${words}`)
    .join('');

/** What is written, as a person can read it: base64 as the text it stands for, where that is one. */
export function contentInWords(content: string, encoding: Encoding): string {
  if (encoding !== 'base64') return cut(content);
  const bytes = Buffer.from(content, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? `[from base64]\n${cut(text)}`
    : `[base64 of ${counted(bytes.length, 'byte that is', 'bytes that are')} no text]\n${cut(content)}`;
}

const cut = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN)}\n[${text.length} characters in all]` : text;
