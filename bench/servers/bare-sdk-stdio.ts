// One tool on the bare SDK over stdio: what Toolgate is compared with.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBareServer } from './bare-sdk-server.ts';

serveStdio(createBareServer);
