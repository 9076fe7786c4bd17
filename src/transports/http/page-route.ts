import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPEN_PATH } from '../../core/address/page-link.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import type { Host } from '../../host/create-host.ts';
import { messagePage } from './approval-page.ts';
import { frontPage } from './front-page.ts';
import { INDEX, isPageFile, replyPageFile } from './page-files.ts';
import { sessionCookie, sessionKey, sessionOf } from './page-session.ts';
import { replyPage } from './reply.ts';

interface PageParts {
  readonly host: Host;
  readonly address: string;
}

/** Serves the page to people; false where the address is none of its own. */
export function servePage(
  { host, address }: PageParts,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (pathname.startsWith(OPEN_PATH)) {
    enter({ host, address }, pathname.slice(OPEN_PATH.length), request, response);
    return true;
  }
  if (pathname !== INDEX && isPageFile(pathname)) {
    replyPageFile(pathname, request, response);
    return true;
  }
  const isFront = pathname === '/';
  if (!isFront && !String(request.headers.accept ?? '').includes('text/html')) return false;
  const { searchParams } = new URL(request.url ?? '', address);
  if (sessionOf(host, request, address)) replyPageFile(INDEX, request, response);
  else replyPage(response, frontPage(address, searchParams), isFront ? 200 : 401);
  return true;
}

/** The link becomes a cookie, and is used up. */
function enter(
  { host, address }: PageParts,
  link: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // A browser that loads pages ahead, or a program that looks at links, is not the person who clicks.
  const isLookingAhead = method === 'HEAD' || /prefetch/.test(String(headers['sec-purpose'] ?? ''));
  if (isLookingAhead) {
    response.writeHead(204).end();
    return;
  }
  const entered = host.pageAccess.enter(link, headers['user-agent'] ?? '');
  if (!entered) {
    const why = 'This link was used before or is too old. Get a new one in a terminal with: toolgate open';
    replyPage(response, messagePage(withOwnCommand(why)), 410);
    return;
  }
  response.writeHead(303, {
    // What stands behind # is not sent to any server.
    location: `/#key=${sessionKey(host, entered.session)}`,
    'set-cookie': sessionCookie(address, entered.secret),
  });
  response.end();
}
