// A Chroma server: a directory for its data, and a port on this machine.
const [, , path, port] = process.argv;
require(
  `chromadb-js-bindings-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`,
).cli(['chroma', 'run', '--path', path, '--host', '127.0.0.1', '--port', port]);
