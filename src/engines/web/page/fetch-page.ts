import { ToolError } from '../../../core/errors.ts';
import { VERSION } from '../../../core/process/version.ts';
import { answerBody } from '../../../core/text/answer-body.ts';
import type { CutText } from '../../../core/text/cut-text.ts';
import { type Asker, createLine } from '../../../core/timing/slots.ts';
import { createEgress, type Egress } from '../../egress/egress.ts';
import { createAgedCache } from '../aged-cache.ts';
import type { WebParts } from '../web.ts';
import { type Converter, createConverter } from './convert-apart.ts';
import { cutPage } from './cut-page.ts';
import { followWithinSite } from './follow-within-site.ts';
import { readText } from './read-text.ts';
import { createRobots } from './robots.ts';

export interface PageRequest {
  readonly url: string;
  /** Text to return at most; the output budget by default. */
  readonly maxBytes?: number | undefined;
  /** Where to go on in the text, in characters. */
  readonly offset: number;
}

/** A page as text. */
export interface PageText {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly title: string;
  readonly contentType: string;
  /** When it was published, where the page says so. */
  readonly published?: string;
  readonly content: string;
}

export interface Page extends PageText {
  readonly totalCharacters: number;
  /** Where the rest begins. */
  readonly nextOffset?: number;
  readonly cacheAgeSeconds?: number;
  /** Another site that the page sent us to; it was not fetched. */
  readonly redirectsTo?: string;
}

const MOST_CACHED = 30;
/** Pages that are held in memory at the same time, of one agent and of all. */
const MOST_OF_AGENT = 4;
const MOST_AT_ONCE = 16;

export interface Pages {
  /** Gets one page as Markdown. */
  fetch(request: PageRequest, asker: Asker, cut: CutText): Promise<Page>;
  close(): Promise<void>;
}

export function createPages(parts: WebParts): Pages {
  const { settings, allowedOrigins } = parts;
  const egress = createEgress({
    allowedOrigins,
    timeoutMs: settings.fetchTimeoutMs,
    maxBytes: settings.fetchMaxBytes,
    userAgent: `toolgate/${VERSION}`,
  });
  const checkRobots = settings.respectRobots ? createRobots(allowedOrigins) : async () => {};
  const cache = createAgedCache<PageText>(settings.cacheMs, MOST_CACHED);
  const budget = answerBody(parts.outputBudgetBytes);
  const { convert, close } = createConverter({ ...parts, maxBytes: settings.fetchMaxBytes });
  const inLine = createLine(MOST_OF_AGENT, MOST_AT_ONCE);
  const fetch: Pages['fetch'] = async ({ url: written, offset, maxBytes = budget }, asker, cut) => {
    const url = URL.parse(written)?.href ?? written;
    const limits = { offset, maxBytes: Math.min(maxBytes, budget) };
    const known = cache.get(url);
    if (known)
      return { ...cutPage(known.value, limits, cut), cacheAgeSeconds: Math.round(known.ageMs / 1000) };
    const got = await withinTime(settings.fetchTimeoutMs, url, asker.signal, (signal) => {
      const own = { ...asker, signal };
      return inLine(own, () => get(url, { egress, checkRobots, convert, asker: own }));
    });
    if ('redirectsTo' in got) return { ...got, title: '', contentType: '', content: '', totalCharacters: 0 };
    cache.set(url, got);
    return cutPage(got, limits, cut);
  };
  return { fetch, close };
}

/** The time is for everything: robots.txt, redirects, the page and what is made of it. */
async function withinTime<T>(
  limitMs: number,
  url: string,
  asked: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const clock = new AbortController();
  const late = new ToolError('TIMEOUT', `${url} took longer than ${limitMs} ms`, {
    hint: 'Try again later, or look for another page with the same content.',
  });
  const timer = setTimeout(() => clock.abort(late), limitMs);
  try {
    return await work(AbortSignal.any([asked, clock.signal]));
  } finally {
    clearTimeout(timer);
  }
}

interface GetOptions {
  readonly egress: Egress;
  readonly checkRobots: (url: string, signal: AbortSignal) => Promise<void>;
  readonly convert: Converter['convert'];
  readonly asker: Asker;
}

const ACCEPTED =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/*;q=0.8, application/json;q=0.7, */*;q=0.1';

async function get(
  url: string,
  { egress, checkRobots, convert, asker }: GetOptions,
): Promise<PageText | { url: string; redirectsTo: string }> {
  const { signal } = asker;
  const end = await followWithinSite(url, async (hop) => {
    await checkRobots(hop, signal);
    return egress.request(hop, { headers: { accept: ACCEPTED }, redirect: 'manual', signal });
  });
  if (end.redirectsTo !== undefined) return { url: end.answer.url, redirectsTo: end.redirectsTo };
  const { answer } = end;
  if (answer.status < 200 || answer.status > 299) throw refused(answer.url, answer.status);
  return readText(answer, convert, asker);
}

function refused(url: string, status: number): ToolError {
  if (status === 404 || status === 410)
    return new ToolError('NOT_FOUND', `There is no page at ${url} (${status})`);
  return new ToolError('UNAVAILABLE', `${url} answers with the status ${status}`, {
    hint:
      status >= 500 || status === 429 ? 'Try again later.' : 'The site does not give this page to programs.',
  });
}
