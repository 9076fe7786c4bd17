import { isPublicAddress, parseV4, parseV6 } from './public-address.ts';

/** What is wrong with contacting this URL, as far as its text tells; undefined where nothing is. */
export function refuseUrl(text: string, allowedOrigins: readonly string[]): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f\\\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(text))
    return 'The URL holds blanks, backslashes or invisible characters';
  if (!URL.canParse(text)) return 'This is not a URL';
  const url = new URL(text);
  if (allowedOrigins.includes(url.origin)) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is not a web address`;
  if (url.username !== '' || url.password !== '') return 'A URL must not carry credentials';
  return refuseHost(url.hostname);
}

/** What is wrong with an address a name was resolved to. */
export const refuseAddress = (address: string): string | undefined =>
  isPublicAddress(address) ? undefined : `${address} is not on the public internet`;

const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)$/;

function refuseHost(hostname: string): string | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (parseV4(host) !== undefined || parseV6(host) !== undefined)
    return refuseAddress(host.replace(/^\[|\]$/g, ''));
  if (host === '' || PRIVATE_NAME.test(host) || !host.includes('.'))
    return `${hostname} is not a name on the public internet`;
  return undefined;
}
