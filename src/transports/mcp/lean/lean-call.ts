import type { Caller } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import { nearest } from '../../../core/text/nearest.ts';
import { once } from '../../../core/timing/once.ts';
import { offeredTo } from '../../../core/tool/offered-tools.ts';
import type { CatalogEntry } from '../../../core/tool/registry.ts';
import type { Host } from '../../../host/create-host.ts';
import { createTextVectors } from '../../../host/text-vectors.ts';
import { isObject } from '../front/era.ts';
import { CALL_TOOL, FIND_TOOLS } from './lean-list.ts';
import { rankByWords } from './rank-by-words.ts';
import { searchTools } from './search-tools.ts';
import { signatureOf } from './signature.ts';

interface Asked {
  readonly name: unknown;
  readonly args: unknown;
}

/** What a call of the lean profile comes to. Only a call of a named tool goes on, and it goes through the gate. */
type LeanCall =
  | { readonly kind: 'named'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'wrong'; readonly reason: string };

type Offering = Pick<Host, 'registry' | 'rights'>;

const SHOWN = 5;

/** The texts of the tools are the same for everybody. */
const vectors = once(createTextVectors);

/** Undefined: the call is one of a tool by its own name. */
export async function leanCall(
  host: Offering,
  caller: Caller,
  { name, args }: Asked,
): Promise<LeanCall | undefined> {
  if (caller.profile !== 'lean') return undefined;
  if (name === CALL_TOOL) return namedCall(isObject(args) ? args : {});
  if (name !== FIND_TOOLS) return undefined;
  const query = isObject(args) ? args.query : undefined;
  if (typeof query !== 'string' || query.trim() === '')
    return { kind: 'wrong', reason: 'query is missing: say in a few words what you want to do' };
  return { kind: 'found', text: await foundText(reachable(host, caller), query) };
}

/** A name that is none, with those closest to it; a pack that is off is named as the reason. */
export function unknownInside(host: Offering, caller: Caller, name: string): ToolError {
  const pack = host.registry.find(name)?.entry.pack;
  const entries = reachable(host, caller);
  const guess = nearest(
    name,
    entries.map((entry) => entry.name),
  );
  const similar = rankByWords(entries, name).map((entry) => entry.name);
  const closest = [...new Set(guess === undefined ? similar : [guess, ...similar])].slice(0, 3);
  const hint = pack
    ? `It is in the pack ${pack}, which this connection does not offer.`
    : closest.length > 0
      ? `The nearest are ${closest.join(', ')}.`
      : `${FIND_TOOLS} finds tools by what they do.`;
  return new ToolError('UNKNOWN_TOOL', `There is no tool "${name}"`, { hint });
}

function namedCall({ name, arguments: args, ...more }: Readonly<Record<string, unknown>>): LeanCall {
  const [extra] = Object.keys(more);
  if (typeof name !== 'string' || name === '')
    return { kind: 'wrong', reason: 'name is missing: it names the tool to call; find_tools finds it' };
  if (name === CALL_TOOL || name === FIND_TOOLS)
    return { kind: 'wrong', reason: `${CALL_TOOL} cannot call ${name}; call ${name} itself` };
  if (extra !== undefined)
    return {
      kind: 'wrong',
      reason: `${CALL_TOOL} has no parameter ${extra}; parameters of ${name} go into arguments`,
    };
  if (args !== undefined && !isObject(args))
    return { kind: 'wrong', reason: `arguments must be an object with the parameters of ${name}` };
  return { kind: 'named', name, args: args ?? {} };
}

/** All that is offered, by the names of today. */
function reachable({ registry, rights }: Offering, caller: Caller): CatalogEntry[] {
  const now = rights.asOfNow(caller);
  return offeredTo({ ...now, packs: now.packs.filter((pack) => pack !== 'compat') }, registry.entries);
}

async function foundText(entries: readonly CatalogEntry[], query: string): Promise<string> {
  const { entries: found, onlyWords } = await searchTools(entries, query, vectors());
  if (found.length === 0) return `No tool was found for "${query}". Try other words for what it does.`;
  return [
    ...(onlyWords === undefined ? [] : [`Found by words alone: ${onlyWords}`]),
    ...found
      .slice(0, SHOWN)
      .map((entry) => `${signatureOf(entry)}\n  ${entry.description.replace(/\s+/g, ' ')}`),
  ].join('\n');
}
