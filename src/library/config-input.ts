import type * as z from 'zod';
import type { configSchema } from '../core/config.ts';

/** The configuration as it is written: what is left out has its default. */
export type ConfigInput = z.input<typeof configSchema>;
