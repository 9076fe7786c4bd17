import { setTimeout as sleep } from 'node:timers/promises';
import { inRounds } from '../harness/in-rounds.ts';
import { installPeers } from '../harness/install-peers.ts';
import { createPeerTree } from '../harness/peer-tree.ts';
import { memoryOf } from '../harness/process-usage.ts';
import { type Rival, rivalsIn, type Work } from '../harness/rivals.ts';
import { best, median } from '../harness/statistics.ts';
import { openSession, type StdioClient } from '../harness/stdio-client.ts';
import { hostPid } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, atMostTimes, type Measured, show, type Verdict } from '../report.ts';
import { type Latencies, type LatencyOptions, latencySection, measureLatencies } from './peer-latency.ts';
import { measureRates } from './peer-rate.ts';
import { measureTokens, type Tokens, tokenSection } from './peer-tokens.ts';
import { measureProfileTokens } from './profile-tokens.ts';

export interface PeerOptions extends LatencyOptions {
  readonly starts: number;
  readonly rates: { readonly rounds: number; readonly durationMs: number };
}

export interface Comparison {
  readonly measured: readonly Measured[];
  readonly latencies: Latencies;
}

const PEERS = ['server-filesystem', 'desktop-commander', 'git-mcp-server'];
const OURS = ['toolgate stdio', 'toolgate stdio --in-process'];
const SETTLE_MS = 1000;

/** Toolgate beside the servers people use for the same work, and beside the least such a server can cost. */
export async function measurePeers(workspace: Workspace, options: PeerOptions): Promise<Comparison> {
  installPeers();
  const tree = createPeerTree(workspace.dir);
  const rivals: Readonly<Record<string, Rival>> = rivalsIn(workspace, tree, hostPid);
  const names = Object.keys(rivals);
  const { clients, memory } = await startAll(rivals);
  const tokens = await measureTokens(rivals, clients, tree);
  const latencies = await measureLatencies(rivals, clients, tree, options);
  const rates = await measureRates(rivals, clients, options.rates);
  // Before the last client of the host goes, so that a start finds it warm.
  const starts = await measureStarts(rivals, options.starts);
  for (const client of Object.values(clients)) await client.close();
  const measured = [
    { section: latencySection(latencies, names), verdicts: latencyVerdicts(latencies) },
    {
      section: {
        title: '64 reads in flight, start, memory',
        note: 'Reads of 4 KB a second; from spawning to the answer of `tools/list` (toolgate stdio: with a warm host); RSS after the first `tools/list` (toolgate stdio: pipe + host).',
        columns: ['server', 'reads/s, median', 'start ms, median', 'start ms, best', 'RSS idle, MB'],
        rows: names.map((name) => [
          name,
          rates[name] ? show(median(rates[name])) : '',
          show(median(starts[name] ?? [])),
          show(best(starts[name] ?? [])),
          (memory[name] ?? []).map(show).join(' + '),
        ]),
      },
      verdicts: rateVerdicts(rates),
    },
    { section: tokenSection(tokens.fileTokens, tokens.byName), verdicts: tokenVerdicts(tokens) },
    await measureProfileTokens(workspace),
  ];
  return { measured, latencies };
}

async function startAll(rivals: Readonly<Record<string, Rival>>) {
  const clients: Record<string, StdioClient> = {};
  const memory: Record<string, number[]> = {};
  for (const [name, { start, hostOf }] of Object.entries(rivals)) {
    const client = start();
    await openSession(client, 'legacy');
    clients[name] = client;
    await sleep(SETTLE_MS);
    const pids = [client.pid, ...[hostOf?.()].filter((pid) => pid !== undefined)];
    memory[name] = pids.map((pid) => memoryOf(pid).rssMb);
  }
  return { clients, memory };
}

async function measureStarts(rivals: Readonly<Record<string, Rival>>, rounds: number) {
  const contenders = Object.fromEntries(
    Object.entries(rivals).map(([name, { start }]) => [name, () => timedStart(start)]),
  );
  await inRounds(1, contenders);
  return inRounds(rounds, contenders);
}

async function timedStart(start: () => StdioClient): Promise<number> {
  const startedAt = performance.now();
  const client = start();
  await openSession(client, 'legacy');
  const wallMs = performance.now() - startedAt;
  await client.close();
  return wallMs;
}

function latencyVerdicts(latencies: Latencies): Verdict[] {
  const p50 = (work: Work, name: string): number => median(latencies[work][name] ?? []);
  const quickest = (work: Work): number =>
    Math.min(...PEERS.map((name) => p50(work, name)).filter((value) => !Number.isNaN(value)));
  return OURS.flatMap((name) => [
    atMostTimes(`read 4 KB, ${name}`, 1.8, 'ms', p50('read 4 KB', name), p50('read 4 KB', 'floor'), 'floor'),
    atMostTimes(`read 4 KB, ${name}`, 1, 'ms', p50('read 4 KB', name), quickest('read 4 KB'), 'best peer'),
    ...(['list 10,000 entries', 'list 10,000 with sizes'] as const).map((work) =>
      atMostTimes(`${work}, ${name}`, 1, 'ms', p50(work, name), quickest(work), 'best peer'),
    ),
    atMostTimes(
      `search content, ${name}`,
      1.15,
      'ms',
      p50('search content', name),
      p50('search content', 'bare command'),
      'bare `rg`',
    ),
    atMost(`search names, ${name}`, 10, 'ms', p50('search names', name)),
    ...(['git status', 'git log', 'git diff'] as const).map((work) =>
      atMostTimes(`${work}, ${name}`, 1.15, 'ms', p50(work, name), p50(work, 'bare command'), 'bare `git`'),
    ),
  ]);
}

const rateVerdicts = (rates: Readonly<Record<string, readonly number[]>>): Verdict[] =>
  OURS.map((name) => {
    const [ours, theirs] = [median(rates[name] ?? []), median(rates['server-filesystem'] ?? [])];
    return {
      what: `64 reads in flight, ${name}`,
      target: '>= 1.2x server-filesystem',
      measured: `${show(ours)} reads/s`,
      against: `${show(theirs)} reads/s`,
      ratio: ours / theirs,
      isMet: ours >= theirs * 1.2,
    };
  });

function tokenVerdicts({
  fileTokens,
  byName,
}: {
  fileTokens: number;
  byName: Readonly<Record<string, Tokens>>;
}) {
  const ours = byName['toolgate stdio'];
  const theirs = byName['server-filesystem'];
  if (!ours || !theirs) return [];
  return [
    atMostTimes(
      'tokens shown per tool',
      1,
      'tokens',
      ours.shownPerTool,
      theirs.shownPerTool,
      'server-filesystem',
    ),
    atMostTimes(
      'tokens of a 4 KB read, text',
      1.03,
      'tokens',
      ours.readText ?? Number.NaN,
      fileTokens,
      'the file',
    ),
    atMostTimes(
      'tokens of a 4 KB read, structured',
      1.25,
      'tokens',
      ours.readStructured ?? Number.NaN,
      fileTokens,
      'the file',
    ),
  ];
}
