import { PROVIDERS, type ProviderName } from '../../core/config/assistant.ts';
import { ToolError } from '../../core/errors.ts';
import { withoutEnd } from '../../core/text/trim-end.ts';
import type { Services } from '../services.ts';
import { SETUP_HELP } from './setup-help.ts';

interface ProviderFacts {
  readonly title: string;
  readonly url: string;
  /** Names of its key, in the environment and in the secret store. */
  readonly keys: readonly string[];
  readonly model: string;
}

export const PROVIDER_FACTS: Readonly<Record<ProviderName, ProviderFacts>> = {
  anthropic: {
    title: 'Anthropic',
    url: 'https://api.anthropic.com/v1',
    keys: ['ANTHROPIC_API_KEY'],
    model: 'claude-sonnet-5-5',
  },
  openai: {
    title: 'OpenAI',
    url: 'https://api.openai.com/v1',
    keys: ['OPENAI_API_KEY'],
    model: 'gpt-5.6',
  },
  google: {
    title: 'Google',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    model: 'gemini-pro-latest',
  },
  // A service on one's own machine needs no key and has models of its own.
  compatible: { title: 'the service', url: '', keys: ['ASSISTANT_API_KEY'], model: '' },
};

/** Who answers, and how they are reached. */
export interface ChosenProvider {
  readonly name: ProviderName;
  readonly title: string;
  /** Empty: the service is asked which models it has. */
  readonly model: string;
  readonly url: string;
  readonly key: string | undefined;
}

/** What the configuration, the environment and the secret store come to; `asked` is `model` or `provider:model`. */
export async function chooseProvider(
  { settings, secret }: Pick<Services, 'settings' | 'secret'>,
  asked: string | null,
): Promise<ChosenProvider> {
  const { provider, url, model } = settings();
  const wanted = parseModel(asked);
  const configured = provider === 'auto' ? await foundProvider(url, secret) : provider;
  const name = wanted.name ?? configured;
  if (name === undefined)
    throw new ToolError('UNAVAILABLE', 'No model provider is set up', { hint: SETUP_HELP });
  const facts = PROVIDER_FACTS[name];
  const key = await firstSecret(facts.keys, secret);
  // The address in the configuration is that of the configured provider.
  const address = (name === configured ? url : '') || facts.url;
  if (address === '')
    throw new ToolError('UNAVAILABLE', 'The assistant has no address to ask: assistant.url is empty', {
      hint: 'Set it to the address of the service, such as http://localhost:11434/v1.',
    });
  if (key === undefined && name !== 'compatible')
    throw new ToolError('UNAVAILABLE', `There is no key for ${facts.title}`, {
      hint: `Store it with: toolgate secrets set ${facts.keys[0]}`,
    });
  const usual = (name === configured ? model : '') || facts.model;
  const title = name === 'compatible' ? new URL(address).host : facts.title;
  return { name, title, key, url: withoutEnd(address, '/'), model: wanted.model || usual };
}

/** `openai:gpt-5.6` names the provider too. */
function parseModel(asked: string | null): { name?: ProviderName; model: string } {
  const name = PROVIDERS.find((one) => asked?.startsWith(`${one}:`));
  return name === undefined ? { model: asked ?? '' } : { name, model: asked?.slice(name.length + 1) ?? '' };
}

async function foundProvider(url: string, secret: Services['secret']): Promise<ProviderName | undefined> {
  if (url !== '') return 'compatible';
  for (const name of PROVIDERS)
    if (name !== 'compatible' && (await firstSecret(PROVIDER_FACTS[name].keys, secret)) !== undefined)
      return name;
  return undefined;
}

async function firstSecret(
  names: readonly string[],
  secret: Services['secret'],
): Promise<string | undefined> {
  for (const name of names) {
    const value = await secret(name);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}
