// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Module = typeof import("./service-worker.ts");

interface Registration extends EventTarget {
  waiting: ServiceWorker | null;
  installing: ServiceWorker | null;
  update: () => Promise<void>;
}

const worker = (): ServiceWorker => new EventTarget() as ServiceWorker;
const register = vi.fn<(url: string, options: object) => Promise<Registration>>();
/**
 * Mocks only this test's registration, because pages of earlier tests still receive document
 * events.
 */
let update: ReturnType<typeof vi.fn<() => Promise<void>>>;
let registration: Registration;
let container: EventTarget & { controller: ServiceWorker | null; register: typeof register };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv("PROD", true);
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run, 0));
  update = vi.fn(async () => undefined);
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update });
  register.mockReset().mockResolvedValue(registration);
  container = Object.assign(new EventTarget(), { controller: worker(), register });
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Loads the module as a new page would, and starts offline support. */
async function keep(): Promise<Module> {
  const module: Module = await import("./service-worker.ts");
  void module.keepForOffline();
  await vi.advanceTimersByTimeAsync(5_000);
  return module;
}

test("The service worker registers once, after the page loads, bypassing the cache", async () => {
  const { keepForOffline } = await import("./service-worker.ts");
  void keepForOffline();
  void keepForOffline();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(register.mock.calls.map(([url, options]) => [String(url), options])).toEqual([
    ["/service-worker.js", { updateViaCache: "none" }],
  ]);
});

test("No service worker is registered during development", async () => {
  vi.stubEnv("PROD", false);
  await keep();
  expect(register).not.toHaveBeenCalled();
});

test("A service worker that failed to load is retried a few times, with backoff", async () => {
  register.mockRejectedValue(new TypeError("Failed to fetch"));
  await keep();
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(register).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(register).toHaveBeenCalledTimes(4);
});

test("A failed service worker is retried only once, as soon as the network returns", async () => {
  register.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await keep();
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(register).toHaveBeenCalledTimes(2);
});

test.each(["SecurityError", "NotSupportedError"])(
  "Registration is not retried if the browser rejects service workers with %s",
  async (name) => {
    register.mockRejectedValue(new DOMException("No", name));
    await keep();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(register).toHaveBeenCalledTimes(1);
  },
);

test("A newer release that is already waiting when the page loads is offered", async () => {
  registration.waiting = worker();
  const { waitingWorker } = await keep();
  expect(waitingWorker.get()).toBe(registration.waiting);
});

test("A newer release that is installed later is offered as soon as it is waiting", async () => {
  const { waitingWorker } = await keep();
  const next = worker();
  registration.installing = next;
  registration.dispatchEvent(new Event("updatefound"));
  expect(waitingWorker.get()).toBeNull();
  registration.waiting = next;
  next.dispatchEvent(new Event("statechange"));
  expect(waitingWorker.get()).toBe(next);
});

test("A first visit offers no update, because there is no older release to replace", async () => {
  container.controller = null;
  registration.waiting = worker();
  const { waitingWorker } = await keep();
  expect(waitingWorker.get()).toBeNull();
});

test("A visible page checks for a new release at most once every half hour", async () => {
  await keep();
  const show = () => document.dispatchEvent(new Event("visibilitychange"));
  show();
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(31 * 60_000);
  show();
  show();
  expect(update).toHaveBeenCalledTimes(1);
});

test("The page reloads only once when the newer service worker takes control", async () => {
  const { reloadInto } = await keep();
  const postMessage = vi.fn();
  const reload = vi.fn();
  vi.spyOn(window, "location", "get").mockReturnValue({ reload: () => reload() } as Location);
  const waiting: EventTarget = Object.assign(new EventTarget(), { postMessage });
  reloadInto(waiting as ServiceWorker);
  expect(postMessage.mock.calls).toEqual([["activate"]]);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledTimes(1);
});
