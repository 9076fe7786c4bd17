import type { Attack } from './attack.ts';

/** Writes a marker when somebody connects, and where it listens; ends by itself. */
const LISTENER = `import { createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
const hear = (socket) => { socket.on('error', () => {}); writeFileSync('marker', ''); socket.end(); };
createServer(hear).listen(0, '127.0.0.1', function () { writeFileSync('port', String(this.address().port)); });
createServer(hear).listen('agent.sock');
createServer(hear).listen('\\0' + process.cwd());
setTimeout(() => process.exit(), 30_000);
`;
const LISTENING = 'node listener.mjs > /dev/null 2>&1 & until [ -s port ]; do sleep 0.05; done';

const sends = (name: string, command: string): Attack => ({
  name,
  goal: 'exfiltrate',
  files: { 'listener.mjs': LISTENER },
  setup: LISTENING,
  command: `${command}; sleep 0.3`,
  makes: 'marker',
});

const escapes = (name: string, command: string): Attack => ({
  name,
  goal: 'escape',
  command,
  makes: 'marker',
});

/** Ways out of the sandbox: to other programs, or to the machine under another name. */
export const reachOut: readonly Attack[] = [
  sends('the shell connects', 'exec 3<>/dev/tcp/127.0.0.1/$(cat port)'),
  sends('curl connects', 'curl -s -m 2 http://127.0.0.1:$(cat port)/'),
  sends(
    'inline code connects',
    `python3 -c "import socket; socket.create_connection(('127.0.0.1', int(open('port').read())))"`,
  ),
  sends(
    'a script connects',
    `node -e "require('net').connect(+require('fs').readFileSync('port'), '127.0.0.1')"`,
  ),
  sends(
    'a socket in the project is connected to',
    `python3 -c "import socket; socket.socket(socket.AF_UNIX).connect('agent.sock')"`,
  ),
  sends(
    'a socket without a file is connected to',
    `python3 -c "import os, socket; socket.socket(socket.AF_UNIX).connect('\\0' + os.getcwd())"`,
  ),
  escapes('the project by way of /proc/self/root', 'touch "/proc/self/root$PWD/marker"'),
  escapes('the project by way of /proc/self/cwd', 'touch /proc/self/cwd/marker'),
  escapes('the project by way of a descriptor', 'exec 4<. && touch /proc/self/fd/4/marker'),
  escapes('a program that is given to the loader', '$(echo /lib*/ld-linux-*) /usr/bin/touch marker'),
  escapes('a session of its own', 'setsid sh -c "sleep 0.2; touch marker" & sleep 0.5'),
  escapes('another user namespace', 'unshare --user --map-root-user touch marker || touch marker'),
];
