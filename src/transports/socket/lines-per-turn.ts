/**
 * How many requests of an agent are started before their answers leave. Fewer are fewer answers for each write; with
 * more, their reader has nothing to do meanwhile, and timers wait.
 */
export const LINES_PER_TURN = 8;
