import { PROVIDER_KEYS } from '../../core/config/search-providers.ts';
import type { Config } from '../../core/config.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { secretNames, validTokens } from '../../host/stored-names.ts';
import { type Finding, fine, missing } from './finding.ts';

const MODEL_KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'];

/** Tokens of agents over HTTP, and keys of services. Names only: no value is looked at. */
export function checkKeys(config: Config): Finding[] {
  const dataDir = dataDirOf(config);
  const stored = secretNames(dataDir);
  const has = (name: string): boolean => Boolean(process.env[name]) || stored.includes(name);
  return [tokens(dataDir), searchProviders(config, has), assistant(config, has)];
}

function tokens(dataDir: string): Finding {
  const names = validTokens(dataDir);
  if (names.length > 0) return fine(`tokens: ${names.join(', ')}`);
  return missing('tokens: none', 'only agents over HTTP need one: toolgate tokens create NAME');
}

function searchProviders({ web }: Config, has: (name: string) => boolean): Finding {
  const ready = web.providers.filter(
    (name) => has(PROVIDER_KEYS[name]) || (name === 'searxng' && web.searxngUrl !== ''),
  );
  if (ready.length > 0) return fine(`web search: ${ready.join(', ')}`);
  return missing(
    'web search: no provider has a key',
    'toolgate secrets set TAVILY_API_KEY (or SERPER_API_KEY, BRAVE_API_KEY), or web.searxngUrl in the configuration',
  );
}

function assistant({ assistant: settings }: Config, has: (name: string) => boolean): Finding {
  const key = MODEL_KEYS.find(has);
  if (settings.url !== '') return fine(`assistant: ${settings.url}`);
  if (key !== undefined) return fine(`assistant: ${key}`);
  return missing(
    'assistant: no model provider is set up',
    'only the assistant needs one: toolgate secrets set ANTHROPIC_API_KEY, or assistant.url in the configuration',
  );
}
