// A machine that answers as no honest one does, run by sshd in place of what was asked for: node hostile-machine.ts HOW
import { writeSync } from 'node:fs';

const [, , how = ''] = process.argv;
const isSftp = /sftp/.test(process.env.SSH_ORIGINAL_COMMAND ?? '');

/** Far more than anybody should take from it, and little enough to be written in a moment. */
const MOST = 400_000_000;
let sent = 0;

function say(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; )
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  sent += bytes.length;
  if (sent > MOST) process.exit(0);
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string | Buffer): Buffer => Buffer.concat([number(value.length), Buffer.from(value)]);
const packet = (type: number, ...fields: readonly Buffer[]): Buffer =>
  text(Buffer.concat([Buffer.from([type]), ...fields]));

/** In steps of 4 GB. */
const SIZES: Readonly<Record<string, number>> = { huge: 1, vast: 1_000_000 };

/** Its size, and that it is a directory or a file. */
const facts = (): Buffer =>
  Buffer.concat([
    number(0x5),
    number(SIZES[how] ?? 0),
    number(0),
    number(how === 'names' ? 0o40755 : 0o100644),
  ]);

let reads = 0;
function answer(request: Buffer): void {
  const [type, id] = [request[0], request.subarray(1, 5)];
  if (type === 1) {
    say(packet(2, number(3)));
    // Too short for the number that every answer has.
    if (how === 'short') say(Buffer.from([0, 0, 0, 1, 103]));
    while (how === 'greetings') say(packet(2, number(3), text(`x${sent}`), text('x'.repeat(900_000))));
  } else if (type === 16) say(packet(104, id, number(1), text('/srv/place'), text(''), number(0)));
  else if (type === 17 || type === 7 || type === 8) say(packet(105, id, facts()));
  else if (type === 3 || type === 11) say(packet(102, id, text('handle')));
  else if (type === 12) {
    const names = Array.from({ length: 900 }, (_, at) => [
      text(`${'n'.repeat(900)}${at}`),
      text(''),
      number(0),
    ]);
    say(packet(104, id, number(names.length), ...names.flat()));
  } else if (type === 5) {
    // Of a huge one, all but the first are answered.
    if (reads++ > 0 || how === 'endless')
      say(packet(103, id, text(Buffer.alloc(request.readUInt32BE(request.length - 4)))));
  } else say(packet(101, id, number(0), text(''), text('')));
}

/** A shell that greets as ours does, and then says of the end of each command what is no number. */
const FACTS = ['/', 'Linux', '-', '1', 'sha256sum'].join('\x1f');
const answered = new Set<string>();
function endOddly(heard: string): void {
  const greeting = /\b[0-9a-f]{24}\b/.exec(heard)?.[0] ?? '';
  const commands = [...heard.matchAll(/^tg_plain '?([0-9a-f]{24})/gm)].map(([, id = '']) => id);
  for (const id of [greeting, ...commands]) {
    if (id === '' || answered.has(id)) continue;
    answered.add(id);
    say(Buffer.from(`\x1e${id} ${id === greeting ? FACTS : 'done NaN 0 0'}\n`));
    writeSync(2, `\x1e${id}\n`);
  }
}

let held = Buffer.alloc(0);
process.stdin.on('data', (piece: Buffer) => {
  held = Buffer.concat([held, piece]);
  if (!isSftp && how === 'end') return endOddly(held.toString('latin1'));
  if (!isSftp) {
    const mark = /\b[0-9a-f]{24}\b/.exec(held.toString('latin1'))?.[0];
    if (mark === undefined) return;
    // The line that ends the output begins, and does not end.
    say(Buffer.from(`\x1e${mark}`));
    for (;;) say(Buffer.alloc(65_536, 'a'));
  }
  for (
    ;
    held.length >= 4 && held.length >= 4 + held.readUInt32BE(0);
    held = held.subarray(4 + held.readUInt32BE(0))
  )
    answer(held.subarray(4, 4 + held.readUInt32BE(0)));
});
