import { refuseAddress, refuseUrl } from '../../core/address/url-policy.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Explanation } from '../../core/call/explanation.ts';
import type { ExplainParts } from '../explain.ts';
import { decisionFor, WITHOUT_PROGRAMS } from '../policy/decision.ts';
import { principalsOf } from '../policy/subject.ts';

/** An address, as web_fetch would be asked to get it; `resolved` says what its name stands for. */
export function explainUrl(
  url: string,
  resolved: unknown,
  caller: Caller,
  { config, rules }: ExplainParts,
): Explanation {
  const refused =
    refuseUrl(url, config.egress.allowedOrigins) ??
    refuseResolved(url, resolved, config.egress.allowedOrigins);
  if (refused !== undefined)
    return { risk: 'CRITICAL', decision: 'deny', reasons: [refused], rule: 'public internet only' };
  const subject = {
    tool: 'web_fetch',
    session: caller.session,
    principals: principalsOf(caller),
    argsDigest: () => url,
    access: [],
    beyondNeeds: [],
    touches: [{ kind: 'url', url }] as const,
    commands: [],
    weighty: [],
    writes: [],
  };
  const decision = decisionFor(
    {
      tool: 'web_fetch',
      risk: 'LOW',
      isChange: false,
      forbidden: undefined,
      isRead: false,
      ...WITHOUT_PROGRAMS,
      subject,
      caller,
    },
    rules.list(),
    config,
  );
  return {
    risk: 'LOW',
    decision: decision.verdict,
    reasons: [`contacts ${new URL(url).hostname}`],
    rule: decision.rule,
  };
}

/** All addresses of a name must be public: which of them is used is not ours to choose. */
function refuseResolved(
  url: string,
  resolved: unknown,
  allowedOrigins: readonly string[],
): string | undefined {
  if (resolved === null || typeof resolved !== 'object') return undefined;
  const { hostname, origin } = new URL(url);
  if (allowedOrigins.includes(origin)) return undefined;
  const addresses = Object.entries(resolved).find(
    ([host]) => host.toLowerCase() === hostname.toLowerCase(),
  )?.[1];
  if (addresses === undefined) return undefined;
  if (!Array.isArray(addresses) || addresses.length === 0) return `${hostname} has no address`;
  return addresses.map((address) => refuseAddress(String(address))).find((reason) => reason !== undefined);
}
