export type Data = Readonly<Record<string, unknown>>;

/** 2026-07-28, or the handshake of the revisions before it. */
export type Era = 'modern' | 'legacy';

export interface RpcClient {
  /** Fails where the answer is an error, so that no refusal is ever measured. */
  request(method: string, params?: Data): Promise<Data>;
  close(): Promise<void>;
}

const CLIENT = { name: 'toolgate-bench', version: '1.0.0' };

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const modern = (params: Data = {}): Data => ({ ...params, _meta: META });

export const inEra = (era: Era, params: Data = {}): Data => (era === 'modern' ? modern(params) : params);

export const initializeParams: Data = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: CLIENT,
};

interface Answer {
  readonly id?: unknown;
  readonly result?: Data;
  readonly error?: { readonly message: string };
}

/** The result in an answer. */
export function resultOf({ result, error }: Answer): Data {
  if (!result) throw new Error(`The server answered with an error: ${error?.message}`);
  if (result.isError === true) throw new Error(`The tool failed: ${JSON.stringify(result.content)}`);
  return result;
}

export const parseAnswer = (text: string): Answer => JSON.parse(text) as Answer;
