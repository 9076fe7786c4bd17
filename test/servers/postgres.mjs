// Postgres with pgvector, in this process, on a port of its own choice that it prints.
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 8 });
await server.start();
process.stdout.write(`${server.getServerConn().split(':').at(-1)}\n`);
