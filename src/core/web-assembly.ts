/** A compiled module; instances of it share its code. */
export interface WasmModule {
  readonly kind?: 'module';
}
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface Constructors {
  readonly Module: new (code: Uint8Array) => WasmModule;
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown };
}

// TypeScript has these among the types of browsers only.
const { Module, Memory, Instance } = (globalThis as unknown as { readonly WebAssembly: Constructors })
  .WebAssembly;

export const compileWasm = (code: Uint8Array): WasmModule => new Module(code);

export const createWasmMemory = (bytes: number): WasmMemory =>
  new Memory({ initial: Math.ceil(bytes / PAGE) });

/** What the module exports, working on this memory. */
export const instantiateWasm = (module: WasmModule, memory: WasmMemory): unknown =>
  new Instance(module, { env: { memory } }).exports;

const PAGE = 65_536;
