import { type Finding, finding } from './finding.ts';
import type { Value } from './words.ts';

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal)$/i;

/** What contacting this address means: the machine itself is near, everything else is the outside. */
export function judgeAddress(value: Value): Finding[] {
  if (!value.isKnown)
    return [finding('HIGH', 'Which address is contacted is decided only when it runs', { isNetwork: true })];
  const host = hostOf(value.text);
  if (/^(file|gopher|dict|ldap|tftp|smb|telnet):/i.test(value.text))
    return [finding('HIGH', `${value.text} is no web address`, { isNetwork: true })];
  if (LOCAL.test(host)) return [finding('LOW', `contacts ${host}`)];
  if (/^(169\.254\.|metadata\.|100\.100\.100\.200|fd00:ec2)/.test(host))
    return [finding('CRITICAL', `${host} hands out credentials of this machine`, { isNetwork: true })];
  return [finding('MEDIUM', `contacts ${host}`, { isNetwork: true })];
}

const hostOf = (text: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#]+)/i.exec(text)?.[1] ?? text;
