import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const goose: ConnectClient = {
  title: 'Goose',
  path: ({ home }) => join(home, '.config/goose/config.yaml'),
  format: 'yaml',
  list: 'extensions',
  entry: ({ command, args }) => ({
    enabled: true,
    type: 'stdio',
    name: 'toolgate',
    description: 'One gate between agents and this machine',
    cmd: command,
    args,
    envs: {},
    // An approval may take a person some minutes.
    timeout: 600,
  }),
  hook: 'goose',
  next: 'Start a new session of Goose.',
};
