import { LOCAL } from '../approval/rule.ts';
import { userId } from '../process/user-id.ts';
import type { Caller } from './caller.ts';

/** Whom what a call makes belongs to: a run makes it for the one who started it. */
export const ownerOf = ({ principal, onBehalfOf }: Pick<Caller, 'principal' | 'onBehalfOf'>): string =>
  onBehalfOf ?? principal;

/** Who was started on this machine works where it was started or told to; to all others, people open directories. */
export const choseRoots = (caller: Pick<Caller, 'principal' | 'onBehalfOf'>): boolean =>
  ownerOf(caller).startsWith('local:');

/** The user of this machine sees what everybody made: they could read it in the data directory. */
export const seesAll = (owner: string): boolean => owner === `local:${userId()}` || isPerson(owner);

/** Whom an answer holds for: agents of the user of this machine share theirs, every other principal has its own. */
export const answersFor = (principal: string): string => (seesAll(principal) ? LOCAL : principal);

/** Somebody at the terminal or signed in to the page, where no agent is. */
export const isPerson = (owner: string): boolean => owner === 'terminal' || owner.startsWith('page:');
