import { dirname } from 'node:path';

const SYSTEM = new Set([
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/lib64',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sbin',
  '/sys',
  '/tmp',
  '/usr',
  '/var',
]);

/** The home directory, what lies above it, and the system's own directories are opened by a person or not at all. */
export const isTooWide = (path: string, home: string): boolean =>
  SYSTEM.has(path) ||
  path === home ||
  path === dirname(home) ||
  path.startsWith('/proc/') ||
  path.startsWith('/sys/') ||
  path.startsWith('/dev/');
