import { createTokenBuckets } from '../../core/timing/token-bucket.ts';
import { ServiceFailure } from './ask-service.ts';

/** How often each service may be asked, for all agents together. */
export interface Quotas {
  /** Throws where the service may not be asked now. */
  take(service: string): void;
  /** The service asked to be left alone. */
  pause(service: string, ms: number): void;
}

export function createQuotas(perMinute: number): Quotas {
  const buckets = createTokenBuckets(perMinute);
  const pausedUntil = new Map<string, number>();
  return {
    take: (service) => {
      const now = performance.now();
      const pausedMs = (pausedUntil.get(service) ?? 0) - now;
      if (pausedMs > 0) throw new ServiceFailure(`it asked for a pause of ${seconds(pausedMs)} more`);
      const waitMs = buckets.take(service, now);
      if (waitMs > 0)
        throw new ServiceFailure(
          `our own limit of ${perMinute} requests a minute is reached; free in ${seconds(waitMs)}`,
        );
    },
    pause: (service, ms) => {
      if (ms > 0) pausedUntil.set(service, performance.now() + ms);
    },
  };
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`;
