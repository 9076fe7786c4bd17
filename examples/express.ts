// Toolgate inside an Express application: its users call tools, and its administrators decide what needs a person.
//   node examples/express.ts
import express, { type Express, type Request } from 'express';
import { createToolgate, type Toolgate } from 'toolgate';

/** `userOf` is the application's own login: who sends this request, and whether they may decide. */
export function createApp(
  toolgate: Toolgate,
  userOf: (request: Request) => { name: string; isAdministrator: boolean },
): Express {
  const app = express();
  app.use(express.json());
  app.post('/tools/:name', async (request, response) => {
    const stop = new AbortController();
    response.on('close', () => stop.abort());
    const agent = userOf(request).name;
    const result = await toolgate.call(request.params.name, request.body, { agent, signal: stop.signal, waitMs: 0 });
    response.status(result.ok ? 200 : result.error.code === 'APPROVAL_PENDING' ? 202 : 422).json(result);
  });
  app.get('/approvals', (request, response) => {
    if (!userOf(request).isAdministrator) return void response.sendStatus(403);
    response.json(toolgate.approvals.list('pending'));
  });
  app.post('/approvals/:id', (request, response) => {
    const { name, isAdministrator } = userOf(request);
    if (!isAdministrator) return void response.sendStatus(403);
    const verdict = request.body.approve === true ? 'approve' : 'deny';
    const feedback = typeof request.body.reason === 'string' ? request.body.reason : undefined;
    const decision = { verdict, scope: 'once', feedback, by: name, via: 'api' } as const;
    response.json(toolgate.approvals.decide(request.params.id, decision));
  });
  return app;
}

if (import.meta.main) {
  const toolgate = await createToolgate({ roots: [process.cwd()] });
  const app = createApp(toolgate, () => ({ name: 'me', isAdministrator: true }));
  app.listen(3000, '127.0.0.1', () => console.log('Try: curl -d "{}" http://127.0.0.1:3000/tools/get_git_status'));
}
