import type { IncomingMessage } from 'node:http';
import { SCOPES, type Scope } from '../../core/approval/scopes.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Config } from '../../core/config.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import type { Host } from '../../host/create-host.ts';
import { browserName } from './browser-name.ts';
import { createJwtVerifier } from './jwt.ts';
import { KEY_HEADER, personAt } from './page-session.ts';

/** What a client of /mcp needs. */
export const REQUIRED_SCOPE: Scope = 'tools:call';

export type Authentication =
  | {
      readonly ok: true;
      readonly caller: Caller;
      readonly scopes: readonly string[];
      /** When this ends by itself, in milliseconds; undefined: never. */
      readonly validUntil: number | undefined;
      /** A person at the page. */
      readonly by?: 'page';
    }
  | {
      readonly ok: false;
      readonly status: 401 | 403;
      readonly error: 'missing' | 'invalid_token' | 'insufficient_scope';
      readonly message: string;
    };

/** Answers who asks, if they have one of these scopes. */
export type Authenticate = (request: IncomingMessage, anyOf: readonly Scope[]) => Promise<Authentication>;

interface AuthenticateOptions {
  readonly auth: 'token' | 'none';
  readonly address: string;
}

/** Who a JWT must be for: us, under the name that was configured or the address we serve. */
export const audienceOf = ({ oauth }: Config, address: string): string =>
  oauth.audience === '' ? `${address}/mcp` : oauth.audience;

/** Bearer tokens of our own, JWTs of the configured issuer, or nobody in particular where that was chosen. */
export function createAuthenticate(host: Host, { auth, address }: AuthenticateOptions): Authenticate {
  const { config } = host;
  const audience = audienceOf(config, address);
  const verifyJwt = config.oauth.issuer === '' ? undefined : createJwtVerifier({ ...config.oauth, audience });
  // A root that cannot be opened is said at the start.
  host.rights.openToAll();
  const callerOf = (principal: string, client = 'unknown'): Caller => {
    const roots = host.rights.openToAll();
    return {
      principal,
      client: { name: client, version: '' },
      session: `http:${principal}`,
      transport: 'http',
      cwd: roots.length === 1 ? roots[0] : undefined,
      roots,
      mode: config.permissionLevel,
      packs: config.packs,
      profile: config.profile,
      toolPermissions: config.toolPermissions,
      settings: () => ({
        mode: config.permissionLevel,
        toolPermissions: config.toolPermissions,
        roots: host.rights.openToAll(),
      }),
      env: host.startersEnvironment(),
    };
  };
  const accept = ({ principal, scopes, validUntil }: Accepted, anyOf: readonly Scope[]): Authentication =>
    anyOf.some((scope) => scopes.includes(scope))
      ? { ok: true, caller: callerOf(principal), scopes, validUntil }
      : {
          ok: false,
          status: 403,
          error: 'insufficient_scope',
          message: `This token lacks the scope ${anyOf.join(' or ')}`,
        };

  return async (request, anyOf) => {
    // An agent has no business with the cookie of a person's browser.
    const person = isMcp(request) ? undefined : personAt(host, request, address);
    if (person === 'no key') return WITHOUT_KEY;
    if (person) {
      const validUntil = timeOf(person.expiresAt);
      const caller = callerOf(`page:${person.id}`, browserName(person.browser));
      return { ok: true, caller, scopes: SCOPES, validUntil, by: 'page' };
    }
    const { headers } = request;
    if (auth === 'none') return accept(ANONYMOUS, anyOf);
    const secret = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (secret === undefined)
      return {
        ok: false,
        status: 401,
        error: 'missing',
        message: withOwnCommand('A bearer token is needed; toolgate tokens create NAME makes one'),
      };
    const token = host.tokens.verify(secret);
    if (token) {
      const { name, scopes, expiresAt } = token;
      return accept({ principal: `token:${name}`, scopes, validUntil: timeOf(expiresAt) }, anyOf);
    }
    const claims = await verifyJwt?.(secret);
    if (claims) return accept({ ...claims, principal: `jwt:${claims.subject}` }, anyOf);
    return {
      ok: false,
      status: 401,
      error: 'invalid_token',
      message: 'This token is unknown, expired or revoked',
    };
  };
}

interface Accepted {
  readonly principal: string;
  readonly scopes: readonly string[];
  readonly validUntil: number | undefined;
}

const ANONYMOUS: Accepted = {
  principal: 'anonymous',
  scopes: [REQUIRED_SCOPE, 'metrics:read'],
  validUntil: undefined,
};

const timeOf = (expiresAt: string | null): number | undefined =>
  expiresAt === null ? undefined : Date.parse(expiresAt);

const WITHOUT_KEY: Authentication = {
  ok: false,
  status: 403,
  error: 'invalid_token',
  message: `A cookie alone is not enough: the page sends ${KEY_HEADER} as well`,
};

const isMcp = ({ url = '' }: IncomingMessage): boolean => /^\/mcp\b/.test(url);
