// Four tools as objects, each behind the gate. What needs a person waits for `toolgate approvals` in another terminal.
//   node examples/secure-tools.ts
import {
  ContextToolImpl,
  PermissionDeniedError,
  PermissionManager,
  RAGToolImpl,
  SecureToolWrapper,
  ShellToolImpl,
  type Toolgate,
  WebSearchToolImpl,
} from 'toolgate';

/** Without a host of its own, the program shares one that it makes when it first needs it. */
export function createSecureTools(toolgate?: Toolgate) {
  const permissionManager = new PermissionManager(toolgate);
  return {
    shell: new SecureToolWrapper(new ShellToolImpl(), permissionManager, 'agent-id'),
    webSearch: new SecureToolWrapper(new WebSearchToolImpl(), permissionManager, 'agent-id'),
    context: new SecureToolWrapper(new ContextToolImpl(), permissionManager, 'agent-id'),
    rag: new SecureToolWrapper(new RAGToolImpl(), permissionManager, 'agent-id'),
  };
}

if (import.meta.main) {
  const secureTools = createSecureTools();
  const { success, data } = await secureTools.shell.execute({ command: 'ls' });
  console.log(success, data?.stdout);
  try {
    await secureTools.shell.execute({ command: 'rm -rf /' });
  } catch (error) {
    if (error instanceof PermissionDeniedError) console.log(error.message);
    else throw error;
  }
}
