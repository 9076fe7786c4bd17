import { ToolError } from '../../../core/errors.ts';
import type { EgressAnswer } from '../../egress/answer.ts';

const MOST_REDIRECTS = 5;
/** As for an address that is given. */
const LONGEST_ADDRESS = 4096;

interface End {
  readonly answer: EgressAnswer;
  /** Where another site would be asked; that is another call, with a decision of its own. */
  readonly redirectsTo?: string;
}

/** Follows redirects as long as they stay on the same host, with or without "www." */
export async function followWithinSite(
  first: string,
  request: (url: string) => Promise<EgressAnswer>,
): Promise<End> {
  let url = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await request(url);
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) return { answer };
    // Node reads headers as Latin-1; addresses in them are UTF-8.
    const next = URL.parse(Buffer.from(location, 'latin1').toString(), url);
    if (next === null) throw new ToolError('UNAVAILABLE', `${url} redirects to something that is not a URL`);
    if (next.href.length > LONGEST_ADDRESS)
      throw new ToolError(
        'UNAVAILABLE',
        `${url} redirects to an address of ${next.href.length} characters; at most ${LONGEST_ADDRESS} are followed`,
      );
    if (siteOf(next) !== siteOf(new URL(url))) return { answer, redirectsTo: next.href };
    if (url.startsWith('https:') && next.protocol === 'http:')
      throw new ToolError('BLOCKED_BY_POLICY', `${url} redirects from https to http`);
    url = next.href;
  }
  throw new ToolError('UNAVAILABLE', `${first} redirects more than ${MOST_REDIRECTS} times`);
}

/** A site on a port of its own is another one, unless it is the web's. */
const siteOf = ({ hostname, port }: URL): string => `${hostname.replace(/^www\./, '')}:${port}`;
