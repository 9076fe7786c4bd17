import type { Call } from '../core/call/call.ts';
import type { Cut } from '../core/text/cut-text.ts';
import { once } from '../core/timing/once.ts';
import { hasOwnTmp } from '../gate/policy/confinement.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { TellSetAside } from './tell-set-aside.ts';

/** Whose call it is and what it may reach, as engines are told. */
export const ownersWith = (redactor: Pick<Redactor, 'cut'>, tellSetAside: TellSetAside) => (call: Call) => ({
  ...held(call, redactor),
  onSetAside: (names: readonly string[]) => tellSetAside(call, names),
});

const held = ({ request, signal, facts }: Call, redactor: Pick<Redactor, 'cut'>) => ({
  caller: request.caller,
  signal,
  sandbox: facts.sandbox ?? ('none' as const),
  access: accessOf(facts),
  git: facts.git,
  hidesSecrets: facts.hidesSecrets,
  changesCaches: facts.changesCaches,
  servers: facts.servers,
  hasOwnTmp: hasOwnTmp(facts, request.caller),
  bound: facts.bound,
  judged: facts.ownEffect,
  denied: facts.denied,
  ledTo: ledToIn(facts),
  keepBytes: request.keepBytes,
  cut: (text: string, wanted: readonly Cut[]) => {
    const { pieces, count } = redactor.cut(text, wanted);
    if (count > 0) facts.masked = (facts.masked ?? 0) + count;
    return pieces;
  },
});

/** The names that the call says it reaches, and what was found behind them when it was judged. */
function ledToIn({
  touches = [],
  leads = [],
}: Call['facts']): (path: string) => readonly string[] | undefined {
  const places = once(() => {
    const named = touches.flatMap((touch) => (touch.kind === 'path' ? [touch.path] : []));
    const led = new Map(named.map((path) => [path, [path]]));
    // Some tools follow a link, others take it for what it is.
    for (const { path, to, itself = path } of leads) if (led.has(path)) led.set(path, [to, itself]);
    return led;
  });
  return (path) => places().get(path);
}

/** Nothing locks in what runs without a sandbox. What is unasked there only reads, and is held to that. */
const accessOf = ({ sandbox, access, isPure }: Call['facts']): Call['facts']['access'] =>
  sandbox === 'none' && !isPure ? ['host'] : access;
