import { PROVIDER_KEYS, type SearchProvider } from '../../../core/config/search-providers.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { ServiceFailure } from '../ask-service.ts';
import type { WebParts } from '../web.ts';

/** Where a provider is reached and what authorises us there. */
export interface ProviderAccess {
  readonly base: string;
  readonly key: string;
}

/** Throws a failure that names the missing key. */
export async function accessTo(name: SearchProvider, parts: WebParts): Promise<ProviderAccess> {
  const { settings } = parts;
  const value = await parts.secret(PROVIDER_KEYS[name]);
  if (name === 'searxng') return instanceAt(value ?? settings.searxngUrl, parts);
  if (value === undefined) throw new ServiceFailure(`${PROVIDER_KEYS[name]} is not set`);
  return { base: withoutSlash(settings[`${name}Url`]), key: value };
}

/** An instance may ask for a password, which people write into its address. */
function instanceAt(address: string, { hide }: WebParts): ProviderAccess {
  if (address === '') throw new ServiceFailure(`${PROVIDER_KEYS.searxng} is not set`);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ServiceFailure(`${PROVIDER_KEYS.searxng} is not an http or https address`);
  const { username, password } = url;
  if (password !== '') hide(decodeURIComponent(password));
  url.username = '';
  url.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const key = username === '' ? '' : `Basic ${Buffer.from(login).toString('base64')}`;
  return { base: withoutSlash(`${url.origin}${url.pathname}`), key };
}

const withoutSlash = (address: string): string => withoutEnd(address, '/');
