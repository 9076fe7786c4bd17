// Keeps the page itself, so that it opens while the host is away and can say so. Data is never kept: nothing below
// /api is touched, and neither is a link that works once.
const CACHE = 'page';
// The same file stands behind every screen; this one is refused to a browser that is signed out.
const SHELL = '/approvals';

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  // The names have a hash of the content in them.
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
  else if (/^\/(theme\.js|icon\.svg)$/.test(pathname)) event.respondWith(openSmall(request));
});

async function openPage(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepShell());
    return answer;
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

async function openAsset(request) {
  const kept = await caches.match(request);
  return kept ?? keep(request);
}

async function openSmall(request) {
  try {
    return await keep(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

async function keep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** With another build come other assets: those of the one before go. */
async function keepShell() {
  const answer = await fetch(SHELL, { cache: 'no-cache', headers: { accept: 'text/html' } });
  if (!answer.ok || answer.redirected) return;
  const before = await (await caches.match(SHELL))?.text();
  const now = await answer.clone().text();
  if (before !== undefined && before !== now) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(SHELL, answer);
}
