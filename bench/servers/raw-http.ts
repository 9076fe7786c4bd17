// One tool on bare node:http: the limit of what Node can do. Ends with its stdin.
import { listenOnLoopback } from './listen-on-loopback.ts';
import { answerTo } from './raw-answers.ts';

listenOnLoopback(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = answerTo(JSON.parse(Buffer.concat(parts).toString()));
  response.writeHead(text === undefined ? 202 : 200, { 'content-type': 'application/json' }).end(text);
});
