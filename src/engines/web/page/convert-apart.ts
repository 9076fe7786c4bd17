import { Worker } from 'node:worker_threads';
import { ToolError } from '../../../core/errors.ts';
import { type Asker, createLine } from '../../../core/timing/slots.ts';

export interface HtmlPage {
  readonly html: string;
  readonly url: string;
}

export interface Converted {
  readonly title: string;
  readonly markdown: string;
  readonly published?: string;
}

const LONGEST_MS = 10_000;
const MOST_MEMORY_MB = 512;

/** Of pages of all agents; each has one of them at a time. */
const MOST_THREADS = 2;

export type Convert = (page: HtmlPage, asker: Asker) => Promise<Converted>;

/** Takes pages apart in turns of agents: one page may take a good part of the memory there is. */
export function createConverter(): Convert {
  const inLine = createLine(1, MOST_THREADS);
  return (page, asker) => inLine(asker, () => convertInThread(page, asker.signal));
}

/**
 * Turns a page into Markdown in a thread of its own: a hostile page can make the parser take minutes or gigabytes,
 * and a thread can be ended.
 */
function convertInThread(page: HtmlPage, signal: AbortSignal): Promise<Converted> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Converted>();
  const worker = new Worker(threadUrl(), {
    workerData: page,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const timer = setTimeout(() => reject(tooComplex(page.url)), LONGEST_MS);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', resolve);
  worker.on('error', (cause) => reject(tooComplex(page.url, cause)));
  worker.on('exit', () => reject(tooComplex(page.url)));
  return promise.finally(async () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Its memory is gone before the next one begins.
    await worker.terminate();
  });
}

const tooComplex = (url: string, cause?: unknown): ToolError =>
  new ToolError('TOO_LARGE', `${url} could not be turned into text`, {
    cause,
    hint: 'The page is built in a way that takes too long to read. Look for another page with the same content.',
  });

// From the source tree the thread is TypeScript; the library and the bundle have it as JavaScript beside them.
const threadUrl = (): URL =>
  new URL(`./page-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
