/** A project can set variables for the shell and the hooks of an agent; none of them may choose what the gate decides by. */
export function dropEnvironment(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('TOOLGATE_')) delete process.env[name];
}
