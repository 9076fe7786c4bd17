import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { VERSION } from '../../../core/process/version.ts';
import type { Listener } from '../../process/table/ports.ts';

/** Where debuggers listen unless they are told otherwise: Chrome, Node, Java, Python, Go. */
const USUAL = (port: number): boolean =>
  port === 9222 || (port >= 9229 && port <= 9239) || port === 5005 || port === 5678 || port === 2345;

const LIMIT_MS = 1000;
const GREETING_MS = 150;

/** What listens on a port, by what it says: debuggers, shells and whatever is not known are `other`. */
export type Service = 'web' | 'database' | 'other';

/**
 * Through a debugger anybody who connects runs code in the program, and there are more of them than anybody can list. So
 * a port is led on for what it is, not for what it is not: a web server that drives neither programs nor browsers.
 */
export async function serviceOf(listener: Listener): Promise<Service> {
  if (USUAL(listener.port)) return 'other';
  const pages = await Promise.all(CONTROLS.map(({ path }) => ask(listener, path)));
  const isWeb = pages.some((page) => page !== undefined);
  if (!isWeb) return (await isDatabase(listener)) ? 'database' : 'other';
  return pages.some((page, i) => page !== undefined && CONTROLS[i]?.isOne(page)) ? 'other' : 'web';
}

/** Services that run code for anybody who asks: browsers and Node with DevTools, WebDriver, notebooks. */
const CONTROLS = [
  { path: '/json/version', isOne: (page: string) => /protocol-version|webSocketDebuggerUrl/i.test(page) },
  { path: '/status', isOne: (page: string) => page.split('}').some(isDriverStatus) },
  { path: '/api/kernelspecs', isOne: (page: string) => page.includes('"kernelspecs"') },
];

/** `{"value":{"ready":true`, up to where an object ends. */
function isDriverStatus(part: string): boolean {
  const at = part.search(/"value"\s*:\s*\{/);
  return at !== -1 && /"ready"\s*:/.test(part.slice(at));
}

/** Whoever finds these requests in the log of their server sees where they come from. */
const NAMED = { 'user-agent': `toolgate/${VERSION}` };

type OnAnswer = (response: IncomingMessage) => void;

/** The text of a page, as far as it comes in time; undefined from what does not speak HTTP. */
async function ask({ address: host, port }: Listener, path: string): Promise<string | undefined> {
  const options = { host, port, path, timeout: LIMIT_MS, agent: false, headers: NAMED } as const;
  const page = await pageOf((onAnswer) => get(options, onAnswer));
  return page ?? pageOf((onAnswer) => getSecurely({ ...options, rejectUnauthorized: false }, onAnswer));
}

function pageOf(send: (onAnswer: OnAnswer) => ClientRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = send((response) => {
      const chunks: Buffer[] = [];
      const timer = setTimeout(() => response.destroy(), LIMIT_MS);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.length > 4) response.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => {
        clearTimeout(timer);
        resolve(String(Buffer.concat(chunks)));
      });
    });
    request.on('timeout', () => request.destroy());
    // Unless somebody hears of it, Node ends such a connection and tells nothing.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(undefined);
    });
    request.on('error', () => resolve(undefined));
  });
}

const DATABASES: readonly { readonly says: Buffer; readonly answers: RegExp }[] = [
  // MySQL speaks first: its length, then version 10 of its protocol.
  { says: Buffer.alloc(0), answers: /^.{4}\n\d+\.\d+/s },
  // Postgres is asked for encryption, and says yes or no.
  { says: Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]), answers: /^[SN]$/ },
  { says: Buffer.from('PING\r\n'), answers: /^(\+PONG|-NOAUTH|-DENIED)/ },
];

/** Those that a project's tests use, and that say who they are. */
async function isDatabase(listener: Listener): Promise<boolean> {
  for (const { says, answers } of DATABASES) if (answers.test(await exchange(listener, says))) return true;
  return false;
}

function exchange({ address: host, port }: Listener, says: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (text: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(end, GREETING_MS, '');
    socket.on('connect', () => says.length > 0 && socket.write(says));
    socket.on('data', (chunk: Buffer) => end(chunk.toString('latin1')));
    socket.on('error', () => end(''));
    socket.on('end', () => end(''));
  });
}
