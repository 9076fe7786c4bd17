/** Of the user this process runs as; there need not be a name for it, as in a container. Where there are none: -1. */
export const userId = (): number => process.getuid?.() ?? -1;
