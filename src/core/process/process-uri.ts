/** Where a client reads what a background process printed. */
export const PROCESS_URI = 'toolgate://process/{id}';

export const processUri = (id: string): string => PROCESS_URI.replace('{id}', id);

const PATTERN = new RegExp(`^${PROCESS_URI.replace('{id}', '([^/]+)')}$`);

/** The id in such an address; undefined for any other. */
export const processIdIn = (uri: string): string | undefined => PATTERN.exec(uri)?.[1];
