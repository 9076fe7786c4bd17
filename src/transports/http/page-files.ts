import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { once } from '../../core/timing/once.ts';
import { packageRoot } from '../../host/package-root.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Scripts come from here only and are never inline; styles may be inline, because terminals and graphs set them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

/** The built page by path: small, read once and kept. Nothing else on the disk can be asked for. */
const readFiles = once((): ReadonlyMap<string, PageFile> => {
  const folder = join(packageRoot(), 'dist', 'page');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => {
      const plain = readFileSync(path);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      return [path.slice(folder.length), { type, plain, zipped: gzipSync(plain) }];
    }),
  );
});

export const INDEX = '/index.html';

/** Whether the page has a file of this name. */
export const isPageFile = (pathname: string): boolean => readFiles().has(pathname);

export function replyPageFile(pathname: string, request: IncomingMessage, response: ServerResponse): void {
  const file = readFiles().get(pathname);
  if (!file) throw new Error(`The page has no ${pathname}`);
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = zips ? file.zipped : file.plain;
  // The build puts a hash of the content into these names.
  const isFixed = pathname.startsWith('/assets/');
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(zips && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
