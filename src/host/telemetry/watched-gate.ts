import type { Call } from '../../core/call/call.ts';
import type { Gate } from '../../gate/index.ts';
import { type CallWatcher, endingOf } from './call-watcher.ts';

/** The gate, with somebody who hears of each call; while there is nobody, a call passes as it is. */
export function watchedGate(gate: Gate, telemetry: { readonly watcher: CallWatcher | undefined }): Gate {
  const watched =
    <T extends Parameters<typeof endingOf>[0]>(pass: (call: Call) => Promise<T>) =>
    (call: Call): Promise<T> => {
      const { watcher } = telemetry;
      if (!watcher) return pass(call);
      watcher.began(call);
      return pass(call).then((answer) => {
        // By now it may be another one, which was told of all that happened before it came.
        telemetry.watcher?.ended(call, endingOf(answer));
        return answer;
      });
    };
  return { ...gate, call: watched(gate.call), judge: watched(gate.judge) };
}
