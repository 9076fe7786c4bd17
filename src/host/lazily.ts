/** An engine whose methods all answer later, so that its code can wait until one of them is called. */
type Deferred<T> = {
  readonly [Key in keyof T]: T[Key] extends (...args: never[]) => Promise<unknown> ? T[Key] : never;
};

/** Stands for what `load` brings; nothing is loaded before a method is called. */
export const lazily = <T extends Deferred<T>>(load: () => Promise<T>): T =>
  new Proxy({} as T, {
    get:
      (_target, name) =>
      async (...args: unknown[]): Promise<unknown> => {
        const engine = (await load()) as Record<PropertyKey, (...given: unknown[]) => unknown>;
        return engine[name]?.(...args);
      },
  });

/** Made when it is first called for; `made` is what there is to put away. */
export function once<T>(make: () => T): { (): T; readonly made: T | undefined } {
  let made: T | undefined;
  const get = (): T => (made ??= make());
  return Object.defineProperty(get, 'made', { get: () => made }) as typeof get & {
    readonly made: T | undefined;
  };
}
