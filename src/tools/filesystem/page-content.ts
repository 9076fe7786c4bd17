import { type Content, textContent } from '../../core/call/content.ts';
import { counted } from '../../core/text/counted.ts';

/** A page of a file, wherever the file was read from. */
interface Page {
  readonly path: string;
  readonly content: string;
  readonly encoding: string;
  readonly hasBadBytes?: boolean | undefined;
  readonly mimeType?: string | undefined;
  readonly size: number;
  readonly totalLines?: number | undefined;
  readonly nextLine?: number | undefined;
  readonly nextColumn?: number | undefined;
}

/** What a client shows of it; how to go on stands apart, so that the first block is the file and nothing else. */
export function pageContent(page: Page, uriOf: (path: string) => string): readonly Content[] {
  const { path, content, encoding, mimeType, size } = page;
  if (mimeType !== undefined) return [{ type: 'image', data: content, mimeType }];
  if (encoding !== 'base64') return [content, ...noteOn(page)].map((text) => textContent(text));
  // As a resource, which unlike text is never cut to fit.
  const resource = { uri: uriOf(path), mimeType: 'application/octet-stream', blob: content };
  return [textContent(`${path} as base64, ${counted(size, 'byte')}`), { type: 'resource', resource }];
}

function noteOn(page: Page): string[] {
  const bad = page.hasBadBytes ? ['[Some bytes are not UTF-8; each shows as U+FFFD]'] : [];
  return [...bad, ...noteOnPlace(page)];
}

function noteOnPlace({ content, totalLines, nextLine, nextColumn }: Page): string[] {
  if (nextLine !== undefined) {
    const more = totalLines === undefined ? 'More' : `${counted(totalLines, 'line')} in all; more`;
    return [
      `[${more} with startLine ${nextLine}${nextColumn === undefined ? '' : `, startColumn ${nextColumn}`}]`,
    ];
  }
  // An empty answer of a file that is not empty.
  return content === '' && totalLines
    ? [`[${counted(totalLines, 'line')} in all; startLine is behind them]`]
    : [];
}
