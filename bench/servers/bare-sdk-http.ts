// One tool on the bare SDK over HTTP: what Toolgate is compared with. Ends with its stdin.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createBareServer } from './bare-sdk-server.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

const handle = toNodeHandler(createMcpHandler(createBareServer));

// Sound: a request that reached a handler has a method and a URL.
listenOnLoopback((request, response) => handle(request as Parameters<typeof handle>[0], response));
