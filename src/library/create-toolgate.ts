import { resolve } from 'node:path';
import type { Caller } from '../core/call/caller.ts';
import { CLIENT_CANCELLED } from '../core/call/client-cancelled.ts';
import type { Config } from '../core/config.ts';
import { childEnvironment } from '../core/process/child-environment.ts';
import type { Registration } from '../core/tool/registry.ts';
import type { Tool } from '../core/tool/tool.ts';
import { answerApprovals } from './answer-approvals.ts';
import { afterClose, callResult } from './call-result.ts';
import { chosenLog } from './chosen-log.ts';
import { configOf } from './config-of.ts';
import type { CallOptions, Toolgate, ToolgateOptions } from './toolgate.ts';

const DEFAULT_AGENT = 'library';

/** A host inside this program: it owns its data directory until it is closed. */
export async function createToolgate(options: ToolgateOptions = {}): Promise<Toolgate> {
  const { tools = [], approve, env = process.env, log, embeddingModel } = options;
  // Loaded here, so that an import of the package costs next to nothing.
  const [{ ownHost }, { callerWith }, { describeTool }, { loadToolModules }, { offeredTo }] =
    await Promise.all([
      import('../transports/socket/own-host.ts'),
      import('../host/agent.ts'),
      import('../core/tool/describe-tool.ts'),
      import('../host/tool-modules.ts'),
      import('../core/tool/offered-tools.ts'),
    ]);
  const config = await configOf(options);
  const chosen = chosenLog(log, config);
  const added: { list: readonly Registration[] } = { list: [] };
  const register = (tool: Tool): Registration => ({ entry: describeTool(tool), load: () => tool });
  const owned = await ownHost({
    config,
    kind: 'in-process',
    log: chosen,
    env,
    own: await loadToolModules(config.toolModules),
    moreTools: () => added.list,
    ...(embeddingModel && { embeddingModel }),
  });
  const { host } = owned;
  const cwd = resolve(options.cwd ?? (config.roots.length === 1 ? (config.roots[0] ?? '.') : '.'));
  const callerFor = (agent: string, session = `library:${agent}`): Caller => ({
    ...callerWith(config, 'cli', { cwd, env: childEnvironment(env) }, session),
    transport: 'library',
    client: { name: agent, version: '' },
  });
  const add = (tool: Tool): void => {
    if (host.registry.find(tool.name)) throw new Error(`There are two tools named ${tool.name}`);
    added.list = [...added.list, register(tool)];
    host.changes.announce('tools');
  };
  try {
    for (const tool of tools) add(tool);
  } catch (error) {
    await owned.close();
    throw error;
  }
  const stopAnswering = approve && answerApprovals(host, approve);
  const waitMs = approve && config.approvals.ttlMs;
  let isClosed = false;
  return {
    host,
    get tools() {
      return offeredTo(callerFor(DEFAULT_AGENT), host.registry.entries);
    },
    events: host.events,
    approvals: host.approvals,
    call: async (tool, args = {}, { agent = DEFAULT_AGENT, session, signal, ...more }: CallOptions = {}) => {
      if (isClosed) return afterClose();
      const stop = calledOff(signal);
      try {
        const caller = callerFor(agent, session);
        return callResult(await host.call({ tool, args, caller, waitMs, ...more, signal: stop.signal }));
      } finally {
        stop.letGo();
      }
    },
    callerFor,
    add,
    serve: () => serve(config, owned),
    unref: owned.socket.unref,
    close: async () => {
      isClosed = true;
      stopAnswering?.();
      await owned.close();
    },
  };
}

type Owned = Awaited<ReturnType<typeof import('../transports/socket/own-host.ts').ownHost>>;

async function serve(config: Config, { host, announce }: Owned): ReturnType<Toolgate['serve']> {
  const [{ serveHttp }, { authFor }] = await Promise.all([
    import('../transports/http/server.ts'),
    import('../transports/http/auth-for.ts'),
  ]);
  const http = await serveHttp(host, { auth: authFor(config) });
  announce(http.address);
  return http;
}

/** Who aborts a call of their own program cancels it, whatever reason they give. */
function calledOff(signal: AbortSignal | undefined) {
  const stop = new AbortController();
  const cancel = (): void => stop.abort(CLIENT_CANCELLED);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  return { signal: stop.signal, letGo: () => signal?.removeEventListener('abort', cancel) };
}
