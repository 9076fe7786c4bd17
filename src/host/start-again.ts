import { randomUUID } from 'node:crypto';
import { type Call, resolved } from '../core/call/call.ts';
import { type Caller, type Rights, rightsIn } from '../core/call/caller.ts';
import { ownerOf } from '../core/call/owner.ts';
import { type LaterStart, SHOWN_FACTS, type StartedCall } from '../core/call/started-call.ts';
import type { Config } from '../core/config.ts';
import { canonicalJson } from '../core/text/canonical-json.ts';
import type { Child } from '../engines/process/child/start-child.ts';
import type { StartAgain } from '../engines/process/table/start-again.ts';
import { questionCall } from '../gate/explain/question-call.ts';
import type { Gate } from '../gate/index.ts';
import { ownersWith } from './call-owner.ts';
import { lowerMode } from './load-config.ts';
import type { Rights as RightsNow } from './rights.ts';
import type { Stores } from './stores.ts';
import { createSetAsideTeller, type SetAsideParts } from './tell-set-aside.ts';
import { approvedByBoth, strictest } from './tool-permissions.ts';

interface Parts extends SetAsideParts {
  readonly config: Config;
  readonly gate: Pick<Gate, 'startAgain'>;
  readonly rights: Pick<RightsNow, 'ready' | 'asOfNow'>;
  readonly stores: Pick<Stores, 'settingTimes' | 'tokens' | 'secrets'> & SetAsideParts['stores'];
}

/** Takes each later start of a process through the gate, with the rights of its caller as of then. */
export function createStartAgain(parts: Parts): StartAgain {
  const { config, gate, rights, redactor, stores } = parts;
  const ownerOfCall = ownersWith(redactor, createSetAsideTeller(parts));
  const mayCall = (owner: string): boolean =>
    !owner.startsWith('token:') || stores.tokens.isValid(owner.slice('token:'.length));
  const callerNow = async (started: StartedCall): Promise<Caller> => {
    const caller = started.caller.settings
      ? started.caller
      : storedCaller(started, config, stores.settingTimes);
    await stores.secrets.opening;
    await rights.ready(caller);
    const now = rights.asOfNow(caller);
    const owner = ownerOf(caller);
    return mayCall(owner) ? now : { ...now, refused: `${owner}, who started it, was revoked or has expired` };
  };
  return async (started, { signal, ...laterStart }, start) => {
    const call = laterCall(started, await callerNow(started), { laterStart, signal });
    let child: Child | undefined;
    const answer = await gate.startAgain(call, started, async (judged) => {
      child = await start(ownerOfCall(judged));
    });
    if (child) return child;
    throw answer.kind === 'result' && !answer.ok ? answer.error : new Error('It was not started');
  };
}

interface Later {
  readonly laterStart: LaterStart;
  readonly signal: AbortSignal;
}

const laterCall = ({ id, tool, args }: StartedCall, caller: Caller, { laterStart, signal }: Later): Call => {
  const call = questionCall(tool, args, caller);
  const request = { ...call.request, parent: { kind: 'call', id } as const, laterStart };
  return { ...call, id: randomUUID(), signal, request };
};

/** What is kept of a call that starts a process, should that be started again. */
export function startedCall(call: Call, config: Config): StartedCall {
  const { tool, args } = resolved(call);
  const { access, sandbox, decision, hidesSecrets, changesCaches, servers, bound } = call.facts;
  return {
    id: call.id,
    tool: tool.name,
    args,
    caller: call.request.caller,
    facts: { access, sandbox, decision, hidesSecrets, changesCaches, servers, bound },
    shown: Object.fromEntries(SHOWN_FACTS.map((name) => [name, call.facts[name]])),
    configured: configuredIn(config),
    at: Date.now(),
  };
}

const configuredIn = ({ permissionLevel, toolPermissions, autoApprove }: Config): Required<Rights> => ({
  mode: permissionLevel,
  toolPermissions,
  autoApprove,
});

/** Of an earlier host: what was chosen for it stands, except where a person has set something else since. */
function storedCaller(
  { caller, configured, at }: StartedCall,
  config: Config,
  times: Stores['settingTimes'],
): Caller {
  const settings = (): Rights => {
    const [kept, now] = [rightsIn(caller), configuredIn(config)];
    const isSet = (key: keyof Rights, name: Parameters<typeof times.at>[0]): boolean =>
      times.at(name) >= at || canonicalJson(now[key]) !== canonicalJson(configured[key]);
    return {
      mode: isSet('mode', 'permissionLevel') ? lowerMode(kept.mode, now.mode) : kept.mode,
      toolPermissions: isSet('toolPermissions', 'toolPermissions')
        ? strictest(kept.toolPermissions, now.toolPermissions)
        : kept.toolPermissions,
      autoApprove:
        kept.autoApprove && now.autoApprove && isSet('autoApprove', 'autoApprove')
          ? approvedByBoth(kept.autoApprove, now.autoApprove)
          : kept.autoApprove,
    };
  };
  return { ...caller, settings };
}
