import type { HookRequest, NativeAnswer, NativeCall } from '../../core/call/native-call.ts';
import type { Host } from '../../host/create-host.ts';
import { judgeSettings } from '../../host/native/judge-settings.ts';
import type { Connection } from '../mcp/front/connection.ts';

interface HookParts {
  readonly host: Pick<Host, 'native' | 'log'>;
  readonly write: (line: string) => void;
  /** Whether the agent that started this process speaks MCP with us. */
  readonly isConnected: (pid: number) => boolean;
}

const PASS: NativeAnswer = { decision: 'pass', reason: '' };

/** A hook on the socket: one question, one answer. When it goes away, nobody waits for a person any more. */
export function serveHook({ host, write, isConnected }: HookParts): Omit<Connection, 'resume'> {
  const stop = new AbortController();
  let working: Promise<void> = Promise.resolve();
  const answer = async (request: HookRequest): Promise<NativeAnswer> => {
    const { event, pid } = request;
    if (event.kind === 'before')
      return host.native.before(
        { ...request, event: event satisfies NativeCall },
        { stop, isConnected: () => isConnected(pid) },
      );
    if (event.kind === 'settings') return judgeSettings(event.path);
    if (event.kind === 'after') await host.native.after(event);
    if (event.kind === 'start') host.native.start(event);
    return PASS;
  };
  const say = (reply: NativeAnswer): void => write(`${JSON.stringify(reply)}\n`);
  return {
    receive: (line) => {
      working = (async () => {
        try {
          // Sound: the socket is private to the user, and our own program is at its other end.
          say(await answer(JSON.parse(line.toString()) as HookRequest));
        } catch (error) {
          host.log.error('a hook could not be answered', { error });
          const why = error instanceof Error ? error.message : String(error);
          say({ decision: 'deny', reason: `Toolgate could not judge this call: ${why}` });
        }
      })();
    },
    refuseLongLine: (_, maxBytes) =>
      say({ decision: 'deny', reason: `Toolgate judges calls of at most ${maxBytes} bytes` }),
    // A hook waits for its answer: where its side closes before, it was ended, and nobody makes the call.
    finish: () => {
      stop.abort();
      return working;
    },
    close: () => stop.abort(),
  };
}
