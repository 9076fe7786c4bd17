export const OPEN_PATH = '/open/';

/** An address that lets one browser in, once. */
export const pageLink = (address: string, secret: string): string => `${address}${OPEN_PATH}${secret}`;
