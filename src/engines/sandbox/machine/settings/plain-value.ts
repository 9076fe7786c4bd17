const ADDRESS = /[a-z][a-z\d+.-]*:\/\/[^\s"'<>,]*/gi;
const LONGEST = 400;

/** A value as anybody may see it: addresses without passwords and tokens. Undefined where that cannot be said of it. */
export function plainValue(text: string): string | undefined {
  if (text.length > LONGEST || /[\n\r\0]/.test(text) || text.includes('PRIVATE KEY')) return undefined;
  const addresses = text.match(ADDRESS) ?? [];
  const plain = addresses.map(plainAddress);
  const others = text.replace(ADDRESS, '');
  // `name:password@host` is an address as well.
  if (plain.includes(undefined) || /:\/\/|:[^\s/@]*@/.test(others)) return undefined;
  let at = 0;
  return text.replace(ADDRESS, () => plain[at++] ?? '');
}

/**
 * Without a name, a password, a query, and parts of the path that look made up by a machine: some services put the token
 * there. The rest stays: without a registry of its own a program would install from the public one.
 */
function plainAddress(address: string): string | undefined {
  const [, kind = '', rest = address] = /^((?:sparse|git|svn|hg|registry)\+)?(.*)$/.exec(address) ?? [];
  if (!URL.canParse(rest)) return undefined;
  const url = new URL(rest);
  // What stands before it may be a password that holds a slash.
  if (/[^/]@/.test(url.pathname)) return undefined;
  const segments = url.pathname.split('/');
  const plain = segments.map((segment, at) =>
    isTokenLike(segment) || segments[at - 1] === 't' ? 'hidden' : segment,
  );
  const isLogin = url.protocol === 'ssh:' && url.username === 'git' && url.password === '';
  const isPlain = plain.every((segment, at) => segment === segments[at]);
  if ((isLogin || !hasUser(rest)) && isPlain && url.search === '' && url.hash === '') return address;
  return `${kind}${url.protocol}//${isLogin ? 'git@' : ''}${url.host}${plain.join('/')}`;
}

const hasUser = (address: string): boolean => /^[^/]*\/\/[^/]*@/.test(address);

const LONG_WORD = 24;

/** Not made of words and short numbers, as the names of repositories are. */
function isTokenLike(segment: string): boolean {
  const parts = segment.split(/[-_.+~%=:@]/);
  return parts.some(
    (part) => part.length > LONG_WORD || (part.length >= 10 && /\d/.test(part) && /[a-z]/i.test(part)),
  );
}
