import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type LocalServer, serveLocally } from './local-server.ts';

/** Services by the paths they have; each answers as the real one does. */
const SERVICES = ['tavily', 'serper', 'brave', 'searxng', 'github', 'stackoverflow'] as const;
type Service = (typeof SERVICES)[number];

/** A status, or something no API should do. */
export type Fault = number | 'garbage' | 'wrong shape' | 'redirect' | 'huge' | 'silent' | 'flaky';

export interface AskedService {
  readonly service: Service;
  readonly path: string;
  readonly parameters: Record<string, string>;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface SearchServices extends LocalServer {
  readonly asked: AskedService[];
  /** How each misbehaves from now on. */
  readonly faults: Partial<Record<Service, Fault>>;
  /** The settings that lead to this server. */
  readonly settings: Record<string, unknown>;
}

export const KEYS = {
  TAVILY_API_KEY: 'tvly-correct-horse-battery',
  SERPER_API_KEY: 'serper-staple-of-keys',
  BRAVE_API_KEY: 'BSA-brave-new-key',
  GITHUB_TOKEN: 'gh-token-for-code-search',
};

/** All services on one local server, under a path each. */
export async function serveSearchProviders(): Promise<SearchServices> {
  const asked: AskedService[] = [];
  const faults: Partial<Record<Service, Fault>> = {};
  const server = await serveLocally(async (request, response) => {
    const one = await describe(request);
    asked.push(one);
    const count = asked.filter(({ service }) => service === one.service).length;
    const fault = faults[one.service];
    if (fault === undefined || (fault === 'flaky' && count > 2)) return answer(one, response);
    return misbehave(fault === 'flaky' ? 503 : fault, one, response);
  });
  const at = (service: Service) => `${server.origin}/${service}`;
  return {
    ...server,
    asked,
    faults,
    settings: {
      tavilyUrl: at('tavily'),
      serperUrl: at('serper'),
      braveUrl: at('brave'),
      searxngUrl: at('searxng'),
      githubUrl: at('github'),
      stackExchangeUrl: at('stackoverflow'),
      retries: 0,
    },
  };
}

async function describe(request: IncomingMessage): Promise<AskedService> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const text = Buffer.concat(await request.toArray()).toString();
  const [, service = ''] = url.pathname.split('/');
  const found = SERVICES.find((name) => name === service);
  if (found === undefined) throw new Error(`Nobody serves ${url.pathname}`);
  return {
    service: found,
    path: url.pathname.slice(service.length + 1),
    parameters: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text === '' ? {} : JSON.parse(text),
  };
}

/** The words each service has for a refusal, with the key in them where they would be most careless. */
const REFUSALS: Readonly<Record<Service, (status: number, key: string) => unknown>> = {
  tavily: (_, key) => ({ detail: { error: `Unauthorized: missing or invalid API key ${key}.` } }),
  serper: (status, key) => ({ message: `Unauthorized ${key}.`, statusCode: status }),
  brave: (status, key) => ({
    type: 'ErrorResponse',
    error: { id: '1', status, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: `The token ${key} is invalid.` },
  }),
  searxng: () => '<!doctype html><title>403 Forbidden</title>',
  github: (status, key) => ({ message: `Bad credentials ${key}`, status: String(status) }),
  stackoverflow: () => ({
    error_id: 502,
    error_message: 'too many requests',
    error_name: 'throttle_violation',
  }),
};

function misbehave(fault: Exclude<Fault, 'flaky'>, one: AskedService, response: ServerResponse): void {
  if (fault === 'silent') return;
  if (fault === 'huge') return void sendHundredMegabytes(response);
  if (fault === 'garbage') return void response.end('<html>\u0000 not what you think');
  if (fault === 'wrong shape') return void response.end('{"results":"none","items":{},"organic":7,"type":1}');
  if (fault === 'redirect')
    return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  const key = String(
    one.headers.authorization ?? one.headers['x-api-key'] ?? one.headers['x-subscription-token'],
  );
  response.writeHead(fault, { 'content-type': 'application/json' });
  response.end(JSON.stringify(REFUSALS[one.service](fault, key.replace(/^Bearer /, ''))));
}

function sendHundredMegabytes(response: ServerResponse): void {
  const piece = Buffer.alloc(1_048_576, 'x');
  let left = 100;
  const send = () => {
    while (left-- > 0) if (!response.write(piece)) return void response.once('drain', send);
    response.end();
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  send();
}

function answer({ service, path }: AskedService, response: ServerResponse): void {
  const body = Buffer.from(JSON.stringify(ANSWERS[service](path)));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  // This one packs its answers whether it is asked to or not.
  if (service === 'stackoverflow') response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
  else response.end(body);
}

const ANSWERS: Readonly<Record<Service, (path: string) => unknown>> = {
  tavily: () => ({
    query: 'x',
    follow_up_questions: null,
    answer: 'Vue 3 has a composition API.',
    images: [],
    results: [
      {
        title: 'Vue &amp; friends',
        url: 'https://www.vuejs.org/guide/',
        content: 'The guide.',
        score: 0.98,
        raw_content: null,
        published_date: 'Tue, 03 Mar 2026 10:00:00 GMT',
      },
      {
        title: 'The same page',
        url: 'https://vuejs.org/guide?utm_source=x#top',
        content: 'Again.',
        score: 0.7,
        raw_content: null,
      },
      { title: 'Not a page', url: 'javascript:alert(1)', content: '', score: 0.5, raw_content: null },
    ],
    response_time: 1.1,
    request_id: '123e4567',
  }),
  serper: (path) =>
    path === '/news'
      ? {
          searchParameters: { q: 'x', type: 'news', engine: 'google' },
          news: [
            {
              title: 'Serper news',
              link: 'https://news.example.com/a',
              snippet: 'Today.',
              date: '2 hours ago',
              source: 'Example',
              position: 1,
            },
          ],
          credits: 1,
        }
      : {
          searchParameters: { q: 'x', type: 'search', engine: 'google' },
          answerBox: { snippet: 'From the box.', title: 't', link: 'https://a.example.com' },
          organic: [
            {
              title: 'Serper web',
              link: 'https://serper.example.com/a',
              snippet: 'Found.',
              date: 'Mar 3, 2026',
              position: 1,
            },
          ],
          relatedSearches: [],
          credits: 1,
        },
  brave: (path) => {
    const result = {
      title: 'Brave <strong>web</strong>',
      url: 'https://brave.example.com/a',
      description: 'It is <strong>bold</strong> &quot;here&quot;.',
      age: 'March 3, 2026',
      page_age: '2026-03-03T08:30:00',
      meta_url: { hostname: 'brave.example.com' },
    };
    return path.includes('/news/')
      ? { type: 'news', query: { original: 'x' }, results: [result] }
      : {
          type: 'search',
          query: { original: 'x' },
          mixed: {},
          web: { type: 'search', results: [result], family_friendly: true },
        };
  },
  searxng: () => ({
    query: 'x',
    number_of_results: 0,
    results: [
      {
        url: 'https://searx.example.com/a',
        title: 'SearXNG',
        content: 'Found by two.',
        engine: 'bing',
        engines: ['bing', 'qwant'],
        positions: [1, 1],
        score: 4.0,
        category: 'general',
        publishedDate: '2026-03-03T00:00:00',
      },
      {
        url: 'https://searx.example.com/b',
        title: 'Second',
        content: '',
        engine: 'bing',
        engines: ['bing'],
        positions: [2],
        score: 1.0,
        category: 'general',
        publishedDate: null,
      },
    ],
    answers: [{ answer: '42', url: null }],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [['google', 'CAPTCHA']],
  }),
  github: () => ({
    total_count: 1,
    incomplete_results: false,
    items: [
      {
        name: 'peer.ts',
        path: 'src/peer.ts',
        sha: 'a'.repeat(40),
        html_url: 'https://github.com/a/b/blob/c/src/peer.ts',
        repository: { id: 1, full_name: 'a/b' },
        score: 1,
        text_matches: [
          {
            object_type: 'FileContent',
            property: 'content',
            fragment: 'new RTCPeerConnection()',
            matches: [],
          },
        ],
      },
    ],
  }),
  stackoverflow: () => ({
    items: [
      {
        tags: ['typescript'],
        is_answered: true,
        view_count: 10,
        answer_count: 2,
        score: 7,
        question_id: 1,
        link: 'https://stackoverflow.com/questions/1/how',
        title: 'How &quot;exactly&quot;?',
        body: '<p>I want <code>x</code> &amp; y.</p>',
      },
    ],
    has_more: false,
    quota_max: 300,
    quota_remaining: 299,
  }),
};
