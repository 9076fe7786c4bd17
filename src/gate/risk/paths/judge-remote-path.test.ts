import { expect, test } from 'vitest';
import { judgeRemotePath } from './judge-remote-path.ts';

const own = ['/home/deploy'];
const isSecret = (path: string): boolean => judgeRemotePath(path, 'read', own).isSecret === true;
const riskOf = (path: string, home = '/home/deploy') => judgeRemotePath(path, 'write', [home]).risk;

test('keys and credentials are secret in any home', () => {
  const secret = [
    '/home/deploy/.docker/config.json',
    '/home/deploy/.docker/contexts/meta.json',
    '/home/bob/.config/gh/hosts.yml',
    '/root/.config/gcloud/access_tokens.db',
    '/var/lib/jenkins/.docker/config.json',
    '/srv/homes/bob/.config/rclone/rclone.conf',
    '/Users/bob/.AWS/config',
    '/srv/app/.env.production',
    '/etc/shadow',
    '/etc/sudoers.d/deploy',
    '/etc/ssh/ssh_host_ed25519_key',
    '/etc/ssl/private/site.crt',
    '/proc/1/environ',
  ];
  expect(secret.filter((path) => !isSecret(path))).toEqual([]);
});

test('what is kept beside them is not', () => {
  const plain = [
    '/home/deploy/.config/htop/htoprc',
    '/home/bob/.ssh/id_ed25519.pub',
    '/srv/app/.docker/nginx.conf',
    '/srv/app/.github/workflows/ci.yml',
    '/srv/app/.env.example',
    '/etc/hosts',
    '/etc/ssh/ssh_host_ed25519_key.pub',
    '/proc/cpuinfo',
    '/var/log/syslog',
  ];
  expect(plain.filter(isSecret)).toEqual([]);
});

test('what a system is made of is CRITICAL to change, the own home there is not', () => {
  expect(
    ['/etc/cron.d/x', '/usr/bin/x', '/root/x', '/var/lib/x', '/private/etc/hosts'].map((path) =>
      riskOf(path),
    ),
  ).toEqual(Array(5).fill('CRITICAL'));
  expect([
    riskOf('/root/notes.txt', '/root'),
    riskOf('/root/.bashrc', '/root'),
    riskOf('/var/lib/jenkins/jobs/x', '/var/lib/jenkins'),
    riskOf('/usr/home/bob/x', '/usr/home/bob'),
    riskOf('/etc/x', '/etc'),
    riskOf('/etc/x', '/'),
    riskOf('/srv/app/x'),
  ]).toEqual(['MEDIUM', 'CRITICAL', 'MEDIUM', 'MEDIUM', 'CRITICAL', 'CRITICAL', 'MEDIUM']);
});

test('where programs look in a home, and what is served, is HIGH to write; other files are not', () => {
  const looked = [
    '/home/deploy/bin/ls',
    '/home/deploy/go/bin/x',
    '/home/deploy/.local/lib/python3.11/site-packages/usercustomize.py',
    '/home/deploy/.pam_environment',
    '/home/bob/.config/environment.d/x.conf',
    '/data/home/deploy/.tmux.conf',
    '/opt/tool/bin/x',
    '/srv/www/x.php',
    '/var/www/site/index.php',
  ];
  expect(looked.filter((path) => riskOf(path, '/data/home/deploy') !== 'HIGH')).toEqual([]);
  const plain = [
    '/home/deploy/notes.txt',
    '/home/deploy/project/file',
    '/home/deploy/project/.gitignore',
    '/srv/app/x',
    '/srv/app/.gitignore',
    '/home/deploy/binary/x',
  ];
  expect(plain.filter((path) => riskOf(path) !== 'MEDIUM')).toEqual([]);
  expect(riskOf('/run/systemd/system/x.service')).toBe('CRITICAL');
});
