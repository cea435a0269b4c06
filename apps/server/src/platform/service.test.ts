import { describe, expect, it } from "vitest";
import { readConfig } from "./config/config.ts";
import type { AppContext, Service } from "./context.ts";
import { defineService, replaceService, useService } from "./service.ts";

/** The part of a context that these services need. */
type SmallContext = Pick<AppContext, "config" | "use">;

const config = readConfig({ TESSERA_MODE: "sandbox", DATA_DIR: "/nowhere" });

/** Returns a frozen context like one from `createContext`, but without a database. */
function smallContext(): AppContext {
  const small: SmallContext = Object.freeze({ config, use: useService });
  return small as AppContext;
}

/** Returns a service that counts how many instances were created. */
function countedService() {
  const created: AppContext[] = [];
  const service = defineService("counted", (context) => {
    created.push(context);
    return { number: created.length };
  });
  return { service, created };
}

describe("context.use", () => {
  it("creates a service on first use, and only once per context", () => {
    const { service, created } = countedService();
    const context = smallContext();
    expect(created).toEqual([]);
    const first = context.use(service);
    expect(context.use(service)).toBe(first);
    expect(created).toEqual([context]);
  });

  it("creates a separate instance for each context", () => {
    const { service } = countedService();
    const [one, two] = [smallContext(), smallContext()];
    expect(one.use(service)).not.toBe(two.use(service));
  });

  it("creates a separate instance for a copy of a context, using the copy's fields", () => {
    const mode = defineService("mode", (context) => ({ mode: context.config.mode }));
    const context = smallContext();
    const copy: AppContext = { ...context, config: { ...config, mode: "live" } };
    expect(context.use(mode)).toEqual({ mode: "sandbox" });
    expect(copy.use(mode)).toEqual({ mode: "live" });
  });

  it("shares an instance between contexts with the same owner", () => {
    const shared = defineService("shared", {
      create: () => ({}),
      ownerOf: (context) => context.config,
    });
    const context = smallContext();
    const other: AppContext = { ...context, config: { ...config } };
    expect({ ...context }.use(shared)).toBe(context.use(shared));
    expect(other.use(shared)).not.toBe(context.use(shared));
  });

  it("creates a service only once, even if its instance is undefined", () => {
    let created = 0;
    const nothing = defineService("nothing", (): object | undefined => {
      created += 1;
      return undefined;
    });
    const context = smallContext();
    expect([context.use(nothing), context.use(nothing)]).toEqual([undefined, undefined]);
    expect(created).toBe(1);
  });

  it("creates a service again if its creation failed", () => {
    let tries = 0;
    const flaky = defineService("flaky", () => {
      tries += 1;
      if (tries === 1) {
        throw new Error("not yet");
      }
      return tries;
    });
    const context = smallContext();
    expect(() => context.use(flaky)).toThrow("not yet");
    expect(context.use(flaky)).toBe(2);
  });

  it("names the services that form a cycle", () => {
    const first: Service<number> = defineService("first", (context) => context.use(second));
    const second: Service<number> = defineService("second", (context) => context.use(third));
    const third: Service<number> = defineService("third", (context) => context.use(second));
    const context = smallContext();
    const cycle = "a service needs itself to be created: second → third → second";
    expect(() => context.use(first)).toThrow(cycle);
    // A failed creation leaves no state behind.
    expect(() => context.use(first)).toThrow(cycle);
  });

  it("names the services that form a cycle across owners", () => {
    const shared: Service<number> = defineService("shared", {
      create: (context) => context.use(own),
      ownerOf: (context) => context.config,
    });
    const own: Service<number> = defineService("own", (context) => context.use(shared));
    expect(() => smallContext().use(own)).toThrow("own → shared → own");
  });

  it("lets a service being created use its instance from another context", () => {
    const [one, two] = [smallContext(), smallContext()];
    const depth: Service<number> = defineService("depth", (context) =>
      context === one ? two.use(depth) + 1 : 0,
    );
    expect(one.use(depth)).toBe(1);
  });
});

describe("replaceService", () => {
  it("replaces one context's instance of a service, whether or not it was used before", () => {
    const { service, created } = countedService();
    const [one, two] = [smallContext(), smallContext()];
    replaceService(one, service, { number: 70 });
    expect(one.use(service)).toEqual({ number: 70 });
    expect(created).toEqual([]);
    replaceService(one, service, { number: 71 });
    expect(one.use(service)).toEqual({ number: 71 });
    expect(two.use(service)).toEqual({ number: 1 });
  });
});
