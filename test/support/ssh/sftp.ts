import { spawn } from 'node:child_process';
import { SftpRequests } from '../../../src/engines/ssh/sftp/requests.ts';
import { Sftp } from '../../../src/engines/ssh/sftp/sftp.ts';
import { writeSshConfig } from './remote-host.ts';
import type { Sshd } from './sshd.ts';

/** Our SFTP client on a connection of its own, without a pool. */
export async function withSftp<T>(sshd: Sshd, use: (sftp: Sftp) => Promise<T>): Promise<T> {
  const { file } = writeSshConfig(sshd, { box: {} });
  const child = spawn('ssh', ['-F', file, '-s', 'box', 'sftp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const requests = new SftpRequests((packet) => child.stdin.write(packet));
  child.stdout.on('data', requests.feed);
  try {
    return await use(await Sftp.open(requests));
  } finally {
    child.kill();
  }
}
