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
  if (OTHER_SERVICES.has(Number(url.port || '80'))) return `Port ${url.port} is not one of a web server`;
  return refuseHost(url.hostname);
}

/** What to write for this origin in the configuration; undefined where it is none. */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  return isWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url.origin : undefined;
}

// A request to one of these would be taken for orders by a mail, shell, directory or database server.
const OTHER_SERVICES = new Set(
  '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 138 139 143 161 179 389 427 445 465 500 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 873 993 995 1433 1521 1719 1720 1723 2049 2375 2376 2379 3306 3389 3659 4045 4190 5060 5061 5432 5900 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211 27017'
    .split(' ')
    .map(Number),
);

/** What is wrong with an address a name was resolved to. */
export const refuseAddress = (address: string): string | undefined =>
  isPublicAddress(address) ? undefined : `${address} is not on the public internet`;

const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa|alt|i2p|mail|workgroup|svc|consul|docker)$/;

// Services that answer with whatever address stands in the name, or always with this machine's own.
const MIRROR_NAME =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|rbndr\.us|1u\.ms|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me|readme\.localtest\.me|yoogle\.com|traefik\.me|local\.gd|backname\.io|nip\.direct|oastify\.com|interact\.sh)$/;

// Names in public domains that only answer inside a cloud, with the keys of the machine that asks.
const METADATA_NAME =
  /(^|\.)(metadata\.tencentyun\.com|metadata\.platformequinix\.com|metadata\.packet\.net)$/;

/** An IPv4 address in the labels of a name, with dots or dashes, that is not a public one. */
const holdsPrivateAddress = (host: string): boolean =>
  [...host.matchAll(/(?<![\w])(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?!\w)/g)].some(
    ([, a, , b, c, d]) => !isPublicAddress([a, b, c, d].map(Number).join('.')),
  );

/** What the DNS can hold; without it `localhost..` would be a name with dots that is not called localhost. */
const isDomain = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => /^[\w-]{1,63}$/.test(label));

function refuseHost(hostname: string): string | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (parseV4(host) !== undefined || parseV6(host) !== undefined)
    return refuseAddress(host.replace(/^\[|\]$/g, ''));
  if (MIRROR_NAME.test(host) || METADATA_NAME.test(host) || holdsPrivateAddress(host))
    return `${hostname} may stand for an address inside a network`;
  if (!isDomain(host) || PRIVATE_NAME.test(host) || !host.includes('.'))
    return `${hostname} is not a name on the public internet`;
  return undefined;
}
