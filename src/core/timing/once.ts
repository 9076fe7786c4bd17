/** Made when it is first called for; `made` is what there is to put away. */
export function once<T>(make: () => T): { (): T; readonly made: T | undefined } {
  let made: T | undefined;
  const get = (): T => (made ??= make());
  return Object.defineProperty(get, 'made', { get: () => made }) as typeof get & {
    readonly made: T | undefined;
  };
}
