import type { Answer } from '../../../core/call/call.ts';
import type { ClientName } from '../../../core/call/caller.ts';
import { reportError, type ToolError } from '../../../core/errors.ts';
import type { Host } from '../../../host/create-host.ts';
import { TASKS_EXTENSION } from '../front/era.ts';
import { RPC_CODES, RpcError } from '../front/rpc.ts';
import { takesTextAlone } from './text-clients.ts';

type Data = Record<string, unknown>;

/** The tool that was called, by which client. */
interface Called {
  readonly name: string;
  readonly client: ClientName | undefined;
}

/** A finished call as MCP writes it: the same facts as data and as text, since a client may show only one of them. */
export function toolResult(
  { registry, config }: Pick<Host, 'registry' | 'config'>,
  { name, client }: Called,
  answer: Extract<Answer, { kind: 'result' }>,
): Data {
  const entry = registry.find(name)?.entry;
  const data = answer.ok ? answer.data : answer.error.data;
  const isTextAlone =
    takesTextAlone(client, config) && (entry?.isText === true || isOver(data, config.outputBudgetBytes));
  if (!answer.ok) return failure(answer.error, { isTextAlone });
  const isStructured = entry?.outputSchema !== undefined && !isTextAlone;
  return { content: answer.content, ...(isStructured && { structuredContent: answer.data }) };
}

/** Only the text of an answer is cut: a model that is shown the data would get all of it. */
const isOver = (data: Data | undefined, budgetBytes: number): boolean =>
  data !== undefined && Buffer.byteLength(JSON.stringify(data)) > budgetBytes;

function failure(error: ToolError, { isTextAlone }: { isTextAlone: boolean }): Data {
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
  return failedResult(error, { isTextAlone });
}

/** A failure that is told to the model as the result of its call. */
export function failedResult(error: ToolError, { isTextAlone } = { isTextAlone: false }): Data {
  const report = reportError(error);
  return {
    content: [
      {
        type: 'text',
        text: `${report.code}: ${report.message}${report.hint === undefined ? '' : `\n${report.hint}`}`,
      },
      ...(error.text === undefined ? [] : [{ type: 'text', text: error.text }]),
    ],
    ...(error.data && !isTextAlone && { structuredContent: error.data }),
    isError: true,
    _meta: { 'toolgate/error': report },
  };
}
