import { definePack } from '../../core/tool/registry.ts';

export const native = definePack({
  native_fetch: async () => (await import('./native-fetch.ts')).nativeFetch,
  native_mcp: async () => (await import('./native-mcp.ts')).nativeMcp,
  native_note: async () => (await import('./native-note.ts')).nativeNote,
  native_other: async () => (await import('./native-other.ts')).nativeOther,
  native_read: async () => (await import('./native-read.ts')).nativeRead,
  native_search: async () => (await import('./native-search.ts')).nativeSearch,
  native_shell: async () => (await import('./native-shell.ts')).nativeShell,
  native_write: async () => (await import('./native-write.ts')).nativeWrite,
});
