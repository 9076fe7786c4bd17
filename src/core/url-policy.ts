import { isPublicAddress, parseV4, parseV6 } from './public-address.ts';

/** What is wrong with contacting this URL, as far as its text tells; undefined where nothing is. */
export function refuseUrl(text: string, allowedOrigins: readonly string[]): string | undefined {
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u.test(text))
    return 'The URL holds blanks, backslashes or invisible characters';
  if (!URL.canParse(text)) return 'This is not a URL';
  const url = new URL(text);
  // Before the allow-list: a blob: URL has the origin of what it wraps, and one with credentials that of its host.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is not a web address`;
  if (url.username !== '' || url.password !== '') return 'A URL must not carry credentials';
  if (allowedOrigins.includes(url.origin)) return undefined;
  return refuseHost(url.hostname);
}

/** What is wrong with an address a name was resolved to. */
export const refuseAddress = (address: string): string | undefined =>
  isPublicAddress(address) ? undefined : `${address} is not on the public internet`;

const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa|alt|i2p|mail|workgroup|svc|consul|docker)$/;

/** What the DNS can hold; without it `localhost..` would be a name with dots that is not called localhost. */
const isDomain = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => /^[\w-]{1,63}$/.test(label));

function refuseHost(hostname: string): string | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (parseV4(host) !== undefined || parseV6(host) !== undefined)
    return refuseAddress(host.replace(/^\[|\]$/g, ''));
  if (!isDomain(host) || PRIVATE_NAME.test(host) || !host.includes('.'))
    return `${hostname} is not a name on the public internet`;
  return undefined;
}
