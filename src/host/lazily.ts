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
