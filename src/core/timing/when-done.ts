/**
 * What `use` makes of the result of `work`, at once where that is there at once; `fail` hears of whatever either of
 * them throws. An `await` would make everybody wait for the next turn of promises, also for what is done.
 */
export function whenDone<T, U>(
  work: () => T | Promise<T>,
  use: (result: T) => U,
  fail: (thrown: unknown) => never,
): U | Promise<U> {
  try {
    const result = work();
    return result instanceof Promise ? result.then(use).catch(fail) : use(result);
  } catch (thrown) {
    return fail(thrown);
  }
}
