import { KeyRound } from 'lucide-react';

/** This browser is not let in, or not any more. */
export function SignedOut() {
  return (
    <main className="mx-auto flex min-h-full max-w-lg flex-col items-center justify-center gap-3 p-6 text-center">
      <KeyRound aria-hidden size={32} className="text-soft" />
      <h1 className="font-semibold text-xl">This browser is signed out</h1>
      <p className="text-soft">Get a new link in a terminal, and open it here:</p>
      <pre className="rounded-md border border-line bg-code px-4 py-2 font-mono">toolgate open</pre>
    </main>
  );
}
