/**
 * What the kernel says of a process (its directory, its root, its files) is other for each who asks: a link to it in a
 * repository leads us to one file, and the program that follows it after us to another.
 */
export const isOfProcess = (path: string): boolean => /^\/proc\/(self|thread-self|\d+)(\/|$)/.test(path);
