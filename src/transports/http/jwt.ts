import { refuseUrl } from '../../core/address/url-policy.ts';
import type { Config } from '../../core/config.ts';
import { UsageError } from '../../core/errors.ts';
import { fetchConfigured } from '../../host/fetch-configured.ts';

interface Claims {
  readonly subject: string;
  readonly scopes: readonly string[];
  /** In milliseconds. */
  readonly validUntil: number;
}

/** Checks signature, issuer, audience and time; answers undefined for anything else than a good token. */
export function createJwtVerifier({
  issuer,
  audience,
  jwksUrl,
  algorithms,
}: Config['oauth']): (token: string) => Promise<Claims | undefined> {
  const keysAt = keysAddress(issuer, jwksUrl);
  const ready = prepare(keysAt);
  return async (token) => {
    const { jwtVerify, keys } = await ready();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'exp'],
      });
      const validUntil = Number(payload.exp) * 1000;
      return { subject: String(payload.sub), scopes: scopesOf(payload), validUntil };
    } catch {
      // Every reason is the same to the outside: telling which check failed would help a forger.
      return undefined;
    }
  };
}

function keysAddress(issuer: string, jwksUrl: string): URL {
  if (!URL.canParse(issuer)) throw new UsageError(`oauth.issuer is "${issuer}", which is not a URL.`);
  const text = jwksUrl === '' ? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json` : jwksUrl;
  if (!URL.canParse(text)) throw new UsageError(`oauth.jwksUrl is "${jwksUrl}", which is not a URL.`);
  const url = new URL(text);
  const refused = refuseUrl(text, [url.origin]);
  // Not repeated here: what is wrong with it may be that it holds a password.
  if (refused !== undefined)
    throw new UsageError(`The address of the keys for OAuth is refused: ${refused}.`);
  return url;
}

/** The library is loaded with the first token, and the keys are kept as long as it says. */
function prepare(keysAt: URL) {
  let loaded:
    | Promise<{
        jwtVerify: typeof import('jose').jwtVerify;
        keys: ReturnType<typeof import('jose').createRemoteJWKSet>;
      }>
    | undefined;
  const load = async () => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
    return {
      jwtVerify,
      keys: createRemoteJWKSet(keysAt, {
        timeoutDuration: 5000,
        cooldownDuration: 30_000,
        [customFetch]: fetchConfigured(keysAt),
      }),
    };
  };
  return () => (loaded ??= load());
}

const scopesOf = (payload: Readonly<Record<string, unknown>>): string[] => {
  const claim = payload.scope ?? payload.scp;
  return Array.isArray(claim) ? claim.map(String) : String(claim ?? '').split(' ');
};
