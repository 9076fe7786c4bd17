import type { SshTarget } from '../hosts/ssh-target.ts';

/** What a connection needs, whatever the user's own configuration says. */
const CONNECTION: readonly string[] = [
  // An unknown or changed key is for a person to accept, never for a setting.
  'StrictHostKeyChecking=yes',
  'UpdateHostKeys=no',
  'ControlMaster=yes',
  'ControlPersist=no',
  'ServerAliveInterval=10',
  'ServerAliveCountMax=3',
  'ConnectionAttempts=1',
  ...withoutExtras(),
];

/** Forwardings and commands of the user's configuration are for their own sessions. */
function withoutExtras(): string[] {
  return [
    'ClearAllForwardings=yes',
    'ForwardAgent=no',
    'ForwardX11=no',
    'PermitLocalCommand=no',
    'RemoteCommand=none',
    'RequestTTY=no',
  ];
}

/**
 * Ends a program when its input does: a host that is killed closes that too, and a connection that is logged in must not
 * be left to others.
 */
const WITH_US = `exec 3<&0 </dev/null
"$@" 3<&- & p=$!
{ read -r x; kill $p; } <&3 >/dev/null 2>&1 & w=$!
exec 3<&-
wait $p; c=$?
kill $w 2>/dev/null
exit $c`;

/** Connects, logs in and stays, for channels that are opened through `controlPath`. */
export const masterArgv = (
  { name, configFile }: SshTarget,
  { controlPath, connectSeconds }: { readonly controlPath: string; readonly connectSeconds: number },
): [string, ...string[]] => [
  ...(['/bin/sh', '-c', WITH_US, 'sh'] as const),
  'ssh',
  ...fileOption(configFile),
  ...['-M', '-N', '-T', '-v', '-S', controlPath],
  ...options([...CONNECTION, `ConnectTimeout=${connectSeconds}`]),
  '--',
  name,
];

/** Asks which key a host shows, and goes no further; the key is written to `keysFile`. */
export const keyArgv = (
  { name, configFile }: SshTarget,
  { keysFile, connectSeconds }: { readonly keysFile: string; readonly connectSeconds: number },
): [string, ...string[]] => [
  'ssh',
  ...fileOption(configFile),
  ...['-N', '-T', '-v', '-S', 'none'],
  ...options([
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile=${keysFile}`,
    'GlobalKnownHostsFile=/dev/null',
    'HashKnownHosts=no',
    'PreferredAuthentications=none',
    'BatchMode=yes',
    'UpdateHostKeys=no',
    `ConnectTimeout=${connectSeconds}`,
    ...withoutExtras(),
  ]),
  '--',
  name,
];

/**
 * A channel of a connection that is there. Should it be gone, ssh would quietly make another one; the proxy that
 * fails keeps it from that. No configuration is read: everything is settled by then.
 */
export const channelArgv = (controlPath: string, what: readonly string[]): [string, ...string[]] => [
  'ssh',
  ...['-F', '/dev/null', '-S', controlPath, '-T', '-e', 'none'],
  ...options(['ControlMaster=no', 'BatchMode=yes', 'ProxyCommand=false', 'LogLevel=ERROR']),
  ...what,
];

export const shellChannel: readonly string[] = ['--', 'host', 'exec /bin/sh'];
export const sftpChannel: readonly string[] = ['-s', '--', 'host', 'sftp'];

/** Tells the connection to do something: forward a port, or leave. */
export const controlArgv = (
  controlPath: string,
  [command, ...words]: readonly [string, ...string[]],
): [string, ...string[]] => channelArgv(controlPath, ['-O', command, ...words, '--', 'host']);

/** What the user's configuration makes of a name. */
export const resolveArgv = ({ name, configFile }: SshTarget): [string, ...string[]] => [
  'ssh',
  ...fileOption(configFile),
  '-G',
  '--',
  name,
];

const fileOption = (file: string | undefined): string[] => (file === undefined ? [] : ['-F', file]);

const options = (settings: readonly string[]): string[] => settings.flatMap((setting) => ['-o', setting]);
