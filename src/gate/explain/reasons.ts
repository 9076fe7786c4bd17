import { ACCESS_WORDS, type Access } from '../../core/process/sandbox.ts';

interface Judged {
  readonly reasons?: readonly string[] | undefined;
  readonly needs?: readonly Access[] | undefined;
}

/** A command that only looks, such as docker ps, is asked about for what it needs. */
export const reasonsOf = ({ reasons = [], needs = [] }: Judged): readonly string[] =>
  reasons.length > 0 ? reasons : needs.map((need) => `needs to ${ACCESS_WORDS[need]}`);
