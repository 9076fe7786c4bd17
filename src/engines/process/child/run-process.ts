import type { Finished, ProcessSpec } from '../process.ts';
import { startRun } from './start-run.ts';

/** Runs a program to its end; a program that fails is an answer, one that cannot be started is an error. */
export const runProcess = async (spec: ProcessSpec): Promise<Finished> => (await startRun(spec)).finished;
