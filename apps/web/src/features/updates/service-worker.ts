import { createStore } from "../../lib/store.ts";

/** The worker of a newer release that is ready and waits to be let in. */
export const waitingWorker = createStore<ServiceWorker | null>(null);

const SCRIPT = "/service-worker.js";
/** How often a page that is looked at asks for a newer release. */
const ASK_EVERY_MS = 30 * 60_000;

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** The page's rules take a script's address only from a policy, which knows this one alone. */
function scriptUrl(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  return trustedTypes === undefined
    ? SCRIPT
    : trustedTypes
        .createPolicy("tessera-worker", { createScriptURL: () => SCRIPT })
        .createScriptURL("");
}

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
  try {
    watch(await navigator.serviceWorker.register(scriptUrl(), { updateViaCache: "none" }));
  } catch {
    // Private windows refuse it; nothing else needs it.
  }
}

/** Lets the newer release in and loads the page anew, because the reader asked for it. */
export function reloadInto(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage("activate");
}
