import type { Config } from '../../core/config.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import type { Asker } from '../../core/timing/slots.ts';
import { type CodeFindings, type CodeQuery, createCodeSearch } from './code/search-code.ts';
import { createPages, type Page, type PageRequest } from './page/fetch-page.ts';
import { createQuotas } from './quotas.ts';
import type { SearchQuery } from './search/provider.ts';
import { createSearch, type SearchFindings } from './search/search.ts';

export interface WebParts {
  readonly settings: Config['web'];
  /** Origins that may be fetched though they are not public. */
  readonly allowedOrigins: readonly string[];
  readonly installation?: string | undefined;
  /** Requests to one service, of all agents. */
  readonly perMinute: number;
  /** Text that one answer may hold. */
  readonly outputBudgetBytes: number;
  /** A key by its name: from the environment, else from the secret store. */
  readonly secret: (name: string) => Promise<string | undefined>;
  /** From now on this value is masked wherever it appears. */
  readonly hide: (secret: string) => void;
}

/** The web, for one call. */
export interface WebEngine {
  search(query: SearchQuery): Promise<SearchFindings>;
  searchCode(query: CodeQuery): Promise<CodeFindings>;
  fetchPage(request: PageRequest): Promise<Page>;
}

/** Whose calls they are. */
interface WebOwner extends Asker {
  readonly cut: CutText;
}

export interface Web {
  forCall(owner: WebOwner): WebEngine;
  close(): Promise<void>;
}

/** One for all calls, because they share caches and limits. */
export function createWeb(given: WebParts): Web {
  const parts = { ...given, secret: hiding(given) };
  const quotas = createQuotas(parts.perMinute);
  const search = createSearch(parts, quotas);
  const searchCode = createCodeSearch(parts, quotas);
  const pages = createPages(parts);
  return {
    forCall: ({ session, signal, cut }) => ({
      search: (query) => search(query, signal),
      searchCode: (query) => searchCode(query, signal),
      fetchPage: (request) => pages.fetch(request, { session, signal }, cut),
    }),
    close: pages.close,
  };
}

/** A key is masked in everything that leaves before it is used for the first time. */
const hiding =
  ({ secret, hide }: WebParts): WebParts['secret'] =>
  async (name) => {
    const value = (await secret(name))?.trim();
    if (value === undefined || value === '') return undefined;
    if (!name.endsWith('_URL')) hide(value);
    return value;
  };
