import type { Answer } from '../../core/call.ts';
import { reportError, type ToolError } from '../../core/errors.ts';
import type { Host } from '../../host/create-host.ts';
import { TASKS_EXTENSION } from './era.ts';
import { RPC_CODES, RpcError } from './rpc.ts';

type Data = Record<string, unknown>;

/** A finished call as MCP writes it: the same facts as data and as text, since a client may show only one of them. */
export function toolResult(host: Host, name: string, answer: Extract<Answer, { kind: 'result' }>): Data {
  if (!answer.ok) return failure(answer.error);
  const isStructured = host.registry.find(name)?.entry.outputSchema !== undefined;
  return { content: answer.content, ...(isStructured && { structuredContent: answer.data }) };
}

function failure(error: ToolError): Data {
  if (error.code === 'UNKNOWN_TOOL') {
    throw new RpcError(
      RPC_CODES.invalidParams,
      error.hint === undefined ? error.message : `${error.message}. ${error.hint}`,
    );
  }
  if (error.code === 'CLIENT_CAPABILITY') {
    throw new RpcError(RPC_CODES.missingCapability, error.message, {
      requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
    });
  }
  const report = reportError(error);
  return {
    content: [
      {
        type: 'text',
        text: `${report.code}: ${report.message}${report.hint === undefined ? '' : `\n${report.hint}`}`,
      },
      ...(error.text === undefined ? [] : [{ type: 'text', text: error.text }]),
    ],
    ...(error.data && { structuredContent: error.data }),
    isError: true,
    _meta: { 'toolgate/error': report },
  };
}
