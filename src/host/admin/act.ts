import type * as z from 'zod';
import type { DecisionChannel } from '../../core/approval/approval.ts';
import type { Scope } from '../../core/approval/scopes.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Host } from '../create-host.ts';

/** The person, or the program with a person's token, who does an act. */
export interface Actor {
  /** The name the record gets: `terminal`, or a token's principal. */
  readonly by: string;
  readonly via: DecisionChannel;
  readonly caller: Caller;
}

type Method = 'GET' | 'POST';

/** Another address of an act under /api; `{id}` is taken from the path. */
export interface Route {
  readonly method: Method;
  readonly path: string;
}

/** Something people do and agents cannot. It is `admin/NAME` on the socket and /api/NAME over HTTP. */
export interface Act<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** One line of what it does. */
  readonly about: string;
  readonly scope: Scope;
  /** Acts that only look are GET, all others POST. */
  readonly isRead?: boolean;
  /** Default: all that do not only look. False: it changes nothing that decides anything, or writes a row of its own. */
  readonly isRecorded?: boolean;
  /** Fields of the input that the record must not have. */
  readonly secrets?: readonly string[];
  readonly routes?: readonly Route[];
  readonly input: I;
  readonly output: O;
  run(host: Host, input: z.output<I>, actor: Actor): Unchanged<z.input<O>> | Promise<Unchanged<z.input<O>>>;
}

/** An answer is looked at and never changed, so what the host holds can be handed out as it is. */
type Unchanged<T> = T extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T;

/** Ties the types of input and output to the function; the list holds acts of all kinds. */
export const defineAct = <I extends z.ZodType, O extends z.ZodType>(act: Act<I, O>): Act =>
  // Sound: `runAct` parses the input with the act's own schema before it calls `run`.
  act as unknown as Act;

export const methodOf = ({ isRead }: Act): Method => (isRead ? 'GET' : 'POST');
