import type { NativeCall } from '../../core/call/native-call.ts';
import { OutOfTime, within } from '../../core/timing/within.ts';
import { cannot, type MapOptions, type MappedCall, mapCall } from './map-call.ts';

/** Everybody else waits meanwhile; the largest calls that clients really make take a tenth of it. */
const LONGEST_MS = 1000;

/**
 * The same within a time: a model may write megabytes, in which every name is followed through all of its links and every
 * line is parsed before anything limits how long it is.
 */
export function mapInTime(call: NativeCall, options: MapOptions): MappedCall {
  try {
    return within(LONGEST_MS, () => mapCall(call, options));
  } catch (error) {
    if (error instanceof OutOfTime)
      return cannot(call, 'its arguments take too long to look at; make smaller calls of it');
    throw error;
  }
}
