import { VERSION } from '../core/process/version.ts';
import { createEgress } from '../engines/egress/egress.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;

/** A fetch for an address from the user's own configuration: it reaches that origin, private or not, and no other. */
export const fetchConfigured = ({ origin }: URL): typeof globalThis.fetch =>
  createEgress({
    allowedOrigins: [origin],
    onlyAllowed: true,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    userAgent: `toolgate/${VERSION}`,
  }).fetch;
