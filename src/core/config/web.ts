import * as z from 'zod';
import { SEARCH_PROVIDERS } from './search-providers.ts';

const positive = z.number().int().positive();

const address = (about: string) =>
  z
    .string()
    .refine((text) => isWebAddress(text), 'must be an http or https address')
    .describe(about);

const isWebAddress = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

export const web = z.strictObject({
  providers: z
    .array(z.enum(SEARCH_PROVIDERS))
    .default([...SEARCH_PROVIDERS])
    .describe('Search providers in the order they are tried; those without a key are skipped'),
  providerTimeoutMs: positive.default(7000).describe('Time one provider gets, retries included'),
  retries: z.number().int().min(0).max(5).default(2).describe('Retries after 429 and 5xx, per provider'),
  cacheMs: z.number().int().min(0).default(900_000).describe('How long an answer is reused; 0 for never'),
  tavilyUrl: address('Address of the Tavily API').default('https://api.tavily.com'),
  serperUrl: address('Address of the Serper API').default('https://google.serper.dev'),
  braveUrl: address('Address of the Brave Search API').default('https://api.search.brave.com'),
  searxngUrl: z
    .string()
    .refine((text) => text === '' || isWebAddress(text), 'must be an http or https address')
    .default('')
    .describe('Address of a SearXNG instance; SEARXNG_URL in the environment comes first'),
  githubUrl: address('Address of the GitHub API').default('https://api.github.com'),
  stackExchangeUrl: address('Address of the Stack Exchange API').default('https://api.stackexchange.com'),
  fetchTimeoutMs: positive.default(20_000).describe('Time web_fetch gets for one page'),
  fetchMaxBytes: positive.default(10_485_760).describe('Largest page that web_fetch downloads'),
  respectRobots: z.boolean().default(true).describe('web_fetch obeys robots.txt'),
});
