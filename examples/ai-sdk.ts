// A model of the AI SDK with Toolgate's tools. What needs a person is asked at this terminal.
//   AI_MODEL=openai/gpt-5 node examples/ai-sdk.ts "What is in package.json?"
import { createInterface } from 'node:readline/promises';
import { isStepCount, type LanguageModel, type ModelMessage, ToolLoopAgent, type ToolModelMessage } from 'ai';
import { type Approval, createToolgate, type Toolgate, toAiSdkTools } from 'toolgate';

/** Talks to the model until it has nothing more to ask. */
export async function answer(
  toolgate: Toolgate,
  model: LanguageModel,
  question: string,
  decide: (approval: Approval) => Promise<boolean>,
): Promise<string> {
  const { tools, toolApproval } = toAiSdkTools(toolgate, { agent: 'example' });
  const agent = new ToolLoopAgent({ model, tools, toolApproval, stopWhen: isStepCount(20) });
  const messages: ModelMessage[] = [{ role: 'user', content: question }];
  for (;;) {
    const { text, content, responseMessages } = await agent.generate({ messages });
    const open = content.filter((part) => part.type === 'tool-approval-request' && !part.isAutomatic);
    if (open.length === 0) return text;
    // The decision goes to Toolgate. What the history says is only for the model.
    for (const approval of toolgate.approvals.list('pending'))
      toolgate.approvals.decide(approval.id, {
        verdict: (await decide(approval)) ? 'approve' : 'deny',
        scope: 'once',
        by: 'me',
        via: 'terminal',
      });
    const responses: ToolModelMessage['content'] = open.flatMap((part) =>
      part.type === 'tool-approval-request'
        ? [{ type: 'tool-approval-response', approvalId: part.approvalId, approved: true }]
        : [],
    );
    messages.push(...responseMessages, { role: 'tool', content: responses });
  }
}

if (import.meta.main) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const toolgate = await createToolgate({ roots: [process.cwd()] });
  const decide = async ({ card }: Approval): Promise<boolean> =>
    (await terminal.question(`${card.title} (${card.risk})\n${card.preview}\nAllow? [y/n] `)) === 'y';
  console.log(await answer(toolgate, process.env.AI_MODEL ?? '', process.argv[2] ?? '', decide));
  await toolgate.close();
  terminal.close();
}
