import { createStore } from "../../../lib/session/store.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { trustedScriptUrl } from "../../../lib/trusted-script-url.ts";

/** The worker of a newer release that is ready and waits to be let in. */
export const waitingWorker = createStore<ServiceWorker | null>(null);

const SCRIPT = "/service-worker.js";
/** The shell is as large as the page again: it is fetched when the page has all that it shows. */
const KEEP_AFTER_MS = 4_000;
/** How often a page that is looked at asks for a newer release. */
const ASK_EVERY_MS = 30 * 60_000;

/** A worker that could not be fetched is asked for again, less and less often, and when online. */
const RETRY_AFTER_MS = [10_000, 60_000, 5 * 60_000];

/** Watches for a newer release; one that replaces none, at the first visit, is not worth a word. */
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
      // Without a network there is nothing newer to be had.
      registration.update().catch(() => undefined);
    }
  });
}

let registered = false;

/** Lets the console open without a network from now on. A browser that cannot does without. */
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
    // A private window refuses it for good, and nothing else needs it; a network may come back.
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

/** Calls once: after the time, or as soon as there is a network again. */
function retryLater(afterMs: number, retry: () => void): void {
  const go = () => {
    clearTimeout(timer);
    window.removeEventListener("online", go);
    retry();
  };
  const timer = setTimeout(go, afterMs);
  window.addEventListener("online", go);
}

/** Lets the newer release in and loads the page anew, because the reader asked for it. */
export function reloadInto(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage("activate");
}
