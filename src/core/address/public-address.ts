/** Whether an IP address belongs to the public internet; everything else is a way into somebody's network. */
export function isPublicAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== undefined) return isPublicV4(v4);
  const v6 = parseV6(address);
  return v6 !== undefined && isPublicV6(v6);
}

const V4_BLOCKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's wire server: a public number that answers inside the machine's own network
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const isPublicV4 = (address: bigint): boolean =>
  !V4_BLOCKS.some(([start, length]) => shares(address, parseV4(start) ?? 0n, length, 32));

const V6_BLOCKS: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

/** Only what is handed out for global use, and not where an IPv4 address hides inside. */
function isPublicV6(address: bigint): boolean {
  const embedded = embeddedV4(address);
  if (embedded !== undefined) return isPublicV4(embedded);
  const isGlobal = shares(address, parseV6('2000::') ?? 0n, 3, 128);
  return isGlobal && !V6_BLOCKS.some(([start, length]) => shares(address, parseV6(start) ?? 0n, length, 128));
}

/** The IPv4 address in a mapped, translated or 6to4 one. */
function embeddedV4(address: bigint): bigint | undefined {
  const last = address & 0xffffffffn;
  if (
    shares(address, parseV6('::ffff:0:0') ?? 0n, 96, 128) ||
    shares(address, parseV6('64:ff9b::') ?? 0n, 96, 128)
  )
    return last;
  if (shares(address, parseV6('2002::') ?? 0n, 16, 128)) return (address >> 80n) & 0xffffffffn;
  return undefined;
}

const shares = (a: bigint, b: bigint, length: number, bits: number): boolean =>
  a >> BigInt(bits - length) === b >> BigInt(bits - length);

/** Without leading zeros: 012.1.1.1 is 12.1.1.1 to one reader and 10.1.1.1 to the next. */
export function parseV4(text: string): bigint | undefined {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part <= 255)
    ? parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
    : undefined;
}

export function parseV6(text: string): bigint | undefined {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/s, '');
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  const v4 = tail?.[2] === undefined ? undefined : parseV4(tail[2]);
  const hex =
    v4 === undefined ? plain : `${tail?.[1]}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
  if (!/^[0-9a-f:]+$/i.test(hex) || hex.split('::').length > 2) return undefined;
  const [left = '', right] = hex.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [head, rest] = [groups(left), groups(right ?? '')];
  const missing = 8 - head.length - rest.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...rest];
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
    : undefined;
}
