import { isObject } from '../mcp/front/era.ts';

/** Whether a tool wants some of its arguments repeated as headers, for proxies to route by. */
export const mirrorsHeaders = ({ properties }: Readonly<Record<string, unknown>>): boolean =>
  isObject(properties) &&
  Object.values(properties).some((property) => isObject(property) && 'x-mcp-header' in property);
