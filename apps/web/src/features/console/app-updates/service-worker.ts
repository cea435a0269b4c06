import { createStore } from "../../../lib/session/store.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { trustedScriptUrl } from "../../../lib/trusted-script-url.ts";

/** The service worker of a newer release that is installed and waiting to take over. */
export const waitingWorker = createStore<ServiceWorker | null>(null);

const SCRIPT = "/service-worker.js";
/**
 * Delay before the console is cached, in milliseconds. Filling the cache downloads as much data as
 * the page itself, so the page loads first.
 */
const KEEP_AFTER_MS = 4_000;
/** Minimum time between two update checks of a visible page, in milliseconds. */
const ASK_EVERY_MS = 30 * 60_000;

/**
 * Delays between attempts to load a worker after a failure, in milliseconds. An attempt is also
 * made when the network returns.
 */
const RETRY_AFTER_MS = [10_000, 60_000, 5 * 60_000];

/**
 * Watches for a newer release. Announces nothing on a first visit, because there is no older
 * release to replace.
 */
function watch(registration: ServiceWorkerRegistration): void {
  const note = () => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
      waitingWorker.set(registration.waiting);
    }
  };
  note();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", note);
  });
  let askedAtMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - askedAtMs > ASK_EVERY_MS) {
      askedAtMs = Date.now();
      // A failed check is ignored: without a network, no newer release can be found.
      registration.update().catch(() => undefined);
    }
  });
}

let registered = false;

/** Registers the service worker, so that the console opens offline where browsers allow it. */
export async function keepForOffline(): Promise<void> {
  if (registered || !import.meta.env.PROD || !("serviceWorker" in navigator)) {
    return;
  }
  registered = true;
  await new Promise((resolve) => setTimeout(resolve, KEEP_AFTER_MS));
  await untilIdle();
  await register(RETRY_AFTER_MS);
}

async function register([afterMs, ...later]: readonly number[]): Promise<void> {
  try {
    const url = trustedScriptUrl("tessera-worker", SCRIPT);
    watch(await navigator.serviceWorker.register(url, { updateViaCache: "none" }));
  } catch (error) {
    // A private window always rejects the worker, but a network failure may be temporary.
    if (afterMs !== undefined && !isRefused(error)) {
      retryLater(afterMs, () => void register(later));
    }
  }
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof DOMException && ["SecurityError", "NotSupportedError"].includes(error.name)
  );
}

/** Calls `retry` once: after the delay, or as soon as the network returns. */
function retryLater(afterMs: number, retry: () => void): void {
  const go = () => {
    clearTimeout(timer);
    window.removeEventListener("online", go);
    retry();
  };
  const timer = setTimeout(go, afterMs);
  window.addEventListener("online", go);
}

/** Activates the newer release and reloads the page, at the user's request. */
export function reloadInto(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage("activate");
}
