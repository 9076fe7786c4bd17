import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Asker, SecretQuestions } from './questions.ts';

/** The program that ssh runs where it would ask at a terminal: it passes the question on to us, and prints the answer. */
const HELPER = `const { connect } = require('node:net');
const { TOOLGATE_ASKPASS: at, TOOLGATE_ASKPASS_KEY: key, SSH_ASKPASS_PROMPT: kind } = process.env;
let answer = '';
connect(at).on('error', () => process.exit(1))
  .on('data', (piece) => (answer += piece))
  .on('end', () => {
    const found = answer === '' ? undefined : JSON.parse(answer).answer;
    if (typeof found !== 'string') process.exit(1);
    process.stdout.write(found + '\\n');
  })
  .write(JSON.stringify({ key, prompt: process.argv[2] ?? '', kind }) + '\\n');`;

const LONGEST_QUESTION = 10_000;

/** Answers the questions of ssh; each connection asks under a key of its own. */
export class Askpass {
  private readonly directory: string;
  private readonly questions: SecretQuestions;
  private readonly askers = new Map<string, { readonly asker: Asker; readonly asked: Set<string> }>();
  private listening: Promise<Server> | undefined;

  constructor(directory: string, questions: SecretQuestions) {
    this.directory = directory;
    this.questions = questions;
  }

  /** What ssh needs in its environment to ask for this machine; and how to end that. */
  async for(asker: Asker): Promise<{ readonly env: Readonly<Record<string, string>>; end(): void }> {
    this.listening ??= this.listen();
    await this.listening;
    const key = randomBytes(16).toString('hex');
    this.askers.set(key, { asker, asked: new Set() });
    return {
      env: {
        SSH_ASKPASS: join(this.directory, 'askpass'),
        SSH_ASKPASS_REQUIRE: 'force',
        // Older clients ask this way only where there is a display.
        DISPLAY: ':0',
        TOOLGATE_ASKPASS: this.socket,
        TOOLGATE_ASKPASS_KEY: key,
      },
      end: () => void this.askers.delete(key),
    };
  }

  async close(): Promise<void> {
    const server = await this.listening;
    server?.close();
    rmSync(this.socket, { force: true });
  }

  private get socket(): string {
    return join(this.directory, 'ask.sock');
  }

  private listen(): Promise<Server> {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const helper = join(this.directory, 'askpass.cjs');
    writeFileSync(helper, HELPER, { mode: 0o600 });
    writeFileSync(
      join(this.directory, 'askpass'),
      `#!/bin/sh\nexec '${process.execPath}' '${helper}' "$1"\n`,
      {
        mode: 0o700,
      },
    );
    rmSync(this.socket, { force: true });
    const server = createServer((socket) => this.serve(socket)).unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.socket, () => resolve(server));
    });
  }

  private serve(socket: Socket): void {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text += piece.toString('utf8');
      if (text.length > LONGEST_QUESTION) return void socket.destroy();
      if (text.includes('\n')) void this.answer(socket, text);
    });
  }

  private async answer(socket: Socket, line: string): Promise<void> {
    const { key, prompt, kind } = JSON.parse(line) as { key: string; prompt: string; kind?: string };
    const known = this.askers.get(key);
    if (!known) return void socket.end();
    const { asker, asked } = known;
    const isAgain = asked.has(prompt);
    asked.add(prompt);
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    const isNotice = kind === 'none';
    const answer = await this.questions.ask(asker, prompt, { isAgain, isNotice, signal: gone.signal });
    socket.end(JSON.stringify(answer === undefined ? {} : { answer }));
  }
}
