// What clients run before and after each call of their own tools; the same as `toolgate hook CLIENT`. Each call of an
// agent waits for it, so it is CommonJS, which starts faster, and loads one file.
try {
  // As in toolgate.js.
  const { homedir } = process.getBuiltinModule('node:os').userInfo();
  process.getBuiltinModule('node:module').enableCompileCache(`${homedir}/.cache/toolgate/compiled`);
} catch {
  // Nobody of this id is known to the system; it starts without.
}
require('../dist/bin/hook.cjs');
