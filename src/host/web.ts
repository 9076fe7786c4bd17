import type { Config } from '../core/config.ts';
import type { SecretStore } from '../core/secret-store.ts';

interface WebParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretStore;
  /** Masks a secret in everything that leaves, from now on. */
  readonly hide: (secret: string) => void;
}

/** The web engine of a host, loaded with the first call that needs it. */
export const openWeb = async (config: Config, { env, secrets, hide }: WebParts) =>
  (await import('../engines/web/web.ts')).createWeb({
    settings: config.web,
    allowedOrigins: config.egress.allowedOrigins,
    perMinute: config.limits.externalPerMinute,
    outputBudgetBytes: config.outputBudgetBytes,
    secret: async (name) => env[name] ?? secrets.get(name),
    hide,
  });
