import type { Config } from '../core/config.ts';

interface WebParts {
  readonly secret: (name: string) => Promise<string | undefined>;
  /** Masks a secret in everything that leaves, from now on. */
  readonly hide: (secret: string) => void;
}

/** The web engine of a host, loaded with the first call that needs it. */
export const openWeb = async (config: Config, { secret, hide }: WebParts) =>
  (await import('../engines/web/web.ts')).createWeb({
    settings: config.web,
    allowedOrigins: config.egress.allowedOrigins,
    perMinute: config.limits.externalPerMinute,
    outputBudgetBytes: config.outputBudgetBytes,
    secret,
    hide,
  });
