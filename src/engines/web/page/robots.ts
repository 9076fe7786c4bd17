import parserModule from 'robots-parser';
import { ToolError } from '../../../core/errors.ts';
import { VERSION } from '../../../core/process/version.ts';
import { OutOfTime, within } from '../../../core/timing/within.ts';
import { createEgress } from '../../egress/egress.ts';
import { createAgedCache } from '../aged-cache.ts';

const TIMEOUT_MS = 5000;
/** RFC 9309 asks for at least 500 KiB. */
const MAX_BYTES = 524_288;
const LIFE_MS = 3_600_000;
const MOST_SITES = 200;
const AGENT = 'toolgate';

/** The package exports the function itself; its types call it a default export inside a module. */
const robotsParser = parserModule as unknown as (
  address: string,
  rules: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/** Everybody else waits meanwhile. */
const LONGEST_MS = 250;

const NOTHING = 'User-agent: *\nDisallow: /';

/** Undefined where its rules take too long to read, however they are written. */
function isAllowed(address: string, rules: string, url: string): boolean | undefined {
  try {
    return within(LONGEST_MS, () => robotsParser(address, rules).isAllowed(url, AGENT) !== false);
  } catch (error) {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  }
}

/** Throws where a site's robots.txt keeps us away from a page. */
export function createRobots(allowedOrigins: readonly string[]) {
  const egress = createEgress({
    allowedOrigins,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    userAgent: `toolgate/${VERSION}`,
  });
  const cache = createAgedCache<string>(LIFE_MS, MOST_SITES);
  /** Its rules; none where there are none, or nobody can say. */
  const rulesOf = async (address: string, signal: AbortSignal): Promise<string> => {
    try {
      const { status, text } = await egress.request(address, { signal });
      // RFC 9309: a site that cannot say what it allows allows nothing.
      if (status >= 500) return NOTHING;
      return status === 200 ? text() : '';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolError && error.code === 'BLOCKED_BY_POLICY') throw error;
      // The page itself will show what is wrong with the site.
      return '';
    }
  };
  return async (url: string, signal: AbortSignal): Promise<void> => {
    const address = new URL('/robots.txt', url).href;
    const rules = cache.get(address)?.value ?? (await rulesOf(address, signal));
    const allowed = isAllowed(address, rules, url);
    // Such a site allows nothing, and nobody waits for it again.
    cache.set(address, allowed === undefined ? NOTHING : rules);
    if (allowed) return;
    throw new ToolError('BLOCKED_BY_POLICY', `${address} keeps programs away from ${url}`, {
      hint: 'The user can switch this off with web.respectRobots.',
    });
  };
}
