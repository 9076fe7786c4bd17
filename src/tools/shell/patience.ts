/**
 * A call is answered within 30 s; what takes longer continues in the background. Where several do at once, the answers
 * take a while themselves.
 */
export const PATIENCE_MS = 28_000;
