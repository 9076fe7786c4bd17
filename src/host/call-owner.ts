import type { Call } from '../core/call/call.ts';
import type { Cut } from '../core/text/cut-text.ts';
import { hasOwnTmp } from '../gate/policy/confinement.ts';
import type { Redactor } from '../gate/redact/redactor.ts';

/** Whose call it is and what it may reach, as engines are told. */
export const ownersWith =
  (redactor: Pick<Redactor, 'cut'>) =>
  ({ request, signal, facts }: Call) => ({
    caller: request.caller,
    signal,
    sandbox: facts.sandbox ?? ('none' as const),
    access: facts.access,
    git: facts.git,
    hidesSecrets: facts.hidesSecrets,
    changesCaches: facts.changesCaches,
    servers: facts.servers,
    hasOwnTmp: hasOwnTmp(facts, request.caller),
    bound: facts.bound,
    judged: facts.ownEffect,
    denied: facts.denied,
    keepBytes: request.keepBytes,
    cut: (text: string, wanted: readonly Cut[]) => {
      const { pieces, count } = redactor.cut(text, wanted);
      if (count > 0) facts.masked = (facts.masked ?? 0) + count;
      return pieces;
    },
  });
