import type { PathAccess } from '../../../core/call/touch.ts';
import type { PathJudgement } from './judge-path.ts';

const QUIET_DEVICES = new Set([
  '/dev/null',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/tty',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
  '/dev/full',
]);

/** Undefined for what is no device. */
export function judgeDevice(path: string, access: PathAccess): PathJudgement | undefined {
  if (QUIET_DEVICES.has(path) || path.startsWith('/dev/fd/') || path.startsWith('/proc/self/fd/'))
    return { risk: 'SAFE' };
  if (path.startsWith('/dev/tcp/') || path.startsWith('/dev/udp/'))
    return { risk: 'HIGH', reason: `${path} is a network connection`, isNetwork: true };
  if (!path.startsWith('/dev/')) return undefined;
  if (path.startsWith('/dev/shm/'))
    return {
      risk: access === 'read' || access === 'list' ? 'MEDIUM' : 'HIGH',
      reason: `${path} is outside the roots`,
    };
  if (access === 'read' || access === 'list')
    return { risk: path === '/dev' ? 'LOW' : 'HIGH', reason: `${path} is a device` };
  return { risk: 'CRITICAL', reason: `${path} is a device`, isForbidden: true };
}
