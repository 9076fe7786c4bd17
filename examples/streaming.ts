// What a command prints, as it prints it.
//   node examples/streaming.ts "npm run build"
import { ShellToolImpl } from 'toolgate';

const shellTool = new ShellToolImpl();
const running = await shellTool.executeAsync({ command: process.argv[2] ?? 'for i in 1 2 3; do echo "$i"; done' });

for await (const output of running.output) {
  process.stdout.write(output);
}
console.log(`${running.id}: ${running.status}`);
