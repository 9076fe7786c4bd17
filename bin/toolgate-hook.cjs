// What clients run before and after each call of their own tools; the same as `toolgate hook CLIENT`. Each call of an
// agent waits for it, so it is CommonJS, which starts faster, and loads one file.
const caches = process.env.XDG_CACHE_HOME || (process.env.HOME && `${process.env.HOME}/.cache`);
// Node's own default is a folder in the shared temporary directory, where another user could plant code.
if (caches) process.getBuiltinModule('node:module').enableCompileCache(`${caches}/toolgate/compiled`);
require('../dist/bin/hook.cjs');
