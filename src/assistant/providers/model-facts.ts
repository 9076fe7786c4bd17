import { ToolError } from '../../core/errors.ts';
import type { Services } from '../services.ts';
import { chooseProvider } from './choose-provider.ts';
import { listModels } from './list-models.ts';

/** Whether there is a model, and which. */
interface AssistantStatus {
  readonly isReady: boolean;
  readonly provider: string | null;
  readonly model: string | null;
  readonly url: string | null;
  /** Why it is not ready, and what to do. */
  readonly help: string | null;
}

export interface ModelFacts {
  status(model: string | null): Promise<AssistantStatus>;
  models(): Promise<string[]>;
}

export const modelFacts = (services: Services): ModelFacts => ({
  status: async (asked) => {
    try {
      const { name, url, model } = await chooseProvider(services, asked);
      return { isReady: true, provider: name, model: model || null, url, help: null };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, hint = '' } = error;
      const help = message.startsWith('No model') ? hint : `${message}. ${hint}`;
      return { isReady: false, provider: null, model: null, url: null, help };
    }
  },
  models: async () => {
    const chosen = await chooseProvider(services, null);
    const { timeoutMs } = services.settings();
    const fetch = services.fetchFor(new URL(chosen.url), timeoutMs);
    return listModels(chosen, fetch, AbortSignal.timeout(timeoutMs));
  },
});
