import { HANDSHAKE_VERSIONS, isObject } from '../mcp/front/era.ts';

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/** A sloppy handshake is answered all the same, as on stdio: it decides nothing. The SDK would refuse it. */
export function completeHandshake(body: unknown): unknown {
  if (!isObject(body) || body.method !== 'initialize') return body;
  const params = isObject(body.params) ? body.params : {};
  const client = isObject(params.clientInfo) ? params.clientInfo : {};
  return {
    ...body,
    params: {
      ...params,
      protocolVersion: textOr(params.protocolVersion, HANDSHAKE_VERSIONS[0]),
      capabilities: isObject(params.capabilities) ? params.capabilities : {},
      clientInfo: {
        ...client,
        name: textOr(client.name, 'unknown'),
        version: textOr(client.version, '0'),
      },
    },
  };
}
