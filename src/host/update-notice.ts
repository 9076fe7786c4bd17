import { compareVersions } from '../core/address/hello.ts';
import { VERSION } from '../core/process/version.ts';
import { withoutEnd } from '../core/text/trim-end.ts';
import { fetchConfigured } from './fetch-configured.ts';

/** A newer release, in words; undefined where there is none, or nobody is to be asked. */
export async function updateNotice(registry: string): Promise<string | undefined> {
  if (registry === '') return undefined;
  const address = new URL(`${withoutEnd(registry, '/')}/toolgate/latest`);
  const response = await fetchConfigured(address)(address, { headers: { accept: 'application/json' } });
  const { version } = (await response.json()) as { version?: unknown };
  // What a registry says is shown to a person, and could be anything.
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  return compareVersions(version, VERSION) > 0
    ? `Toolgate ${version} is there; this is ${VERSION}. npm install -g toolgate brings it.`
    : undefined;
}
