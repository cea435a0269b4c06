/**
 * Lets the console's shell (its page, code, styles and texts) open offline. API responses are never
 * touched: requests for anything but a page or a hashed file go straight to the network. The output
 * file is written by build/service-worker.ts, which prepends VERSION and SHELL.
 */
declare const VERSION: string;
/** Paths of the shell's files; the first is the page. */
declare const SHELL: readonly string[];

interface LifeEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchLike extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/**
 * The part of a worker's global scope that is used here; TypeScript knows only the window's global
 * scope.
 */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchLike) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

const scope: WorkerScope = Object(globalThis);
const CACHE_PREFIX = "tessera-shell-";
const CACHE = `${CACHE_PREFIX}${VERSION}`;
const PAGE = SHELL[0] ?? "/";
/** Timeout in milliseconds. A network that does not respond within this time counts as offline. */
const PAGE_TIMEOUT_MS = 8_000;
/** Paths that never serve the console's page. */
const NOT_THE_CONSOLE =
  /^\/(?:api|mcp|sandbox|reference|healthz|readyz|metrics|openapi\.json)(?:[/]|$)/;

/** Caches the shell. Hashed files never change, so those cached by an older version are reused. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    SHELL.map(async (path) => {
      const known = path.startsWith("/assets/") ? await caches.match(path) : undefined;
      if (known !== undefined) {
        await cache.put(path, known);
        return;
      }
      await cache.add(new Request(path, { cache: "no-cache", credentials: "omit" }));
    }),
  );
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the page from the network to pick up new releases, falling back to the cached page. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE });
    if (kept === undefined) {
      throw error;
    }
    return kept;
  }
}

async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) {
    return kept;
  }
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** Returns a `no-cache` file from the network, falling back to the cached file. */
async function answerFresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
    if (kept === undefined) {
      throw error;
    }
    return kept;
  }
}

scope.addEventListener("install", (event) => event.waitUntil(keepShell()));

scope.addEventListener("activate", (event) =>
  event.waitUntil(forgetOthers().then(() => scope.clients.claim())),
);

scope.addEventListener("message", ({ data }) => {
  if (data === "activate") {
    void scope.skipWaiting();
  }
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    origin !== scope.location.origin ||
    NOT_THE_CONSOLE.test(pathname)
  ) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(answerPage(request));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(answerFile(request));
  } else if (SHELL.includes(pathname) && pathname !== PAGE) {
    event.respondWith(answerFresh(request));
  }
});

export {};
