import { isPublicAddress, parseV4, parseV6 } from '../../../core/address/public-address.ts';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/i;
const METADATA = /^(169\.254\.|metadata\.|100\.100\.100\.200$|168\.63\.129\.16$|\[fd00:ec2:|\[fe80:)/i;

/** What contacting this address means: the machine itself is near, everything else is the outside. */
export function judgeAddress(value: Value): Finding[] {
  const host = hostOf(value);
  if (host === undefined)
    return [
      finding(
        value.origin === 'unset' ? 'MEDIUM' : 'HIGH',
        'Which address it contacts is only known at run time',
        { isNetwork: true },
      ),
    ];
  if (/^(file|gopher|dict|ldap|tftp|smb|telnet):/i.test(value.text))
    return [finding('HIGH', `${value.text} is not a web address`, { isNetwork: true })];
  if (LOCAL.test(host)) return [finding('LOW', `contacts ${host}`)];
  if (METADATA.test(host))
    return [finding('CRITICAL', `${host} serves credentials of this machine`, { isNetwork: true })];
  const isAddress = parseV4(host) !== undefined || parseV6(host) !== undefined;
  const isInner = isAddress && !isPublicAddress(host.replace(/^\[|\]$/g, ''));
  return [finding(isInner ? 'HIGH' : 'MEDIUM', `contacts ${host}`, { isNetwork: true })];
}

/** The host as the program will see it, however the number is written; undefined where only the run decides. */
function hostOf({ text, isKnown }: Value): string | undefined {
  // The way httpie writes the machine itself.
  if (/^:\d*(\/|$)/.test(text)) return 'localhost';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(?=[/?#]|$)/i.exec(address) ?? [];
  // The rest may be unknown; the host is, once something ends it.
  if (!isKnown && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(address)) return undefined;
  // curl expands these itself.
  if (authority === undefined || /[{}]|\[[^[\]:]*\]/.test(authority)) return undefined;
  const url = URL.parse(`http://${authority}`);
  const mapped = url && /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(url.hostname);
  if (!mapped) return url?.hostname;
  const [high, low] = [Number.parseInt(mapped[1] ?? '0', 16), Number.parseInt(mapped[2] ?? '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
