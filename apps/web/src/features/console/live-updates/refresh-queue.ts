import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Minimum time between two rounds, in milliseconds, so that a heavily used card does not keep a
 * phone busy.
 */
const SPACING_MS = 1_000;

/**
 * Minimum time between two rounds of analytics queries, in milliseconds. They cover weeks of
 * movements, and the server rate-limits them.
 */
export const FIGURES_SPACING_MS = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Refetches stale queries that are on the screen right away, and other stale queries when they are
 * next shown. Keys that arrive during a round wait for the next round, so a busy stream cannot
 * delay a round forever.
 *
 * @returns a function that takes the keys of stale queries
 */
export function createRefreshQueue(
  client: QueryClient,
  spacingMs: number = SPACING_MS,
  wait: (ms: number) => Promise<void> = pause,
): (keys: readonly QueryKey[]) => void {
  const waiting = new Map<string, QueryKey>();
  let working = false;

  async function work(): Promise<void> {
    working = true;
    while (waiting.size > 0) {
      const keys = [...waiting.values()];
      waiting.clear();
      await refresh(client, keys);
      await wait(spacingMs);
    }
    working = false;
  }

  return (keys) => {
    for (const key of keys) {
      waiting.set(JSON.stringify(key), key);
    }
    if (!working) {
      void work();
    }
  };
}

async function refresh(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const queries = new Set(keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey })));
  const invalidate = (which: ReadonlySet<Query>) =>
    client.invalidateQueries({ predicate: (query) => which.has(query) });
  // A first load is not canceled, and its response may predate the change.
  const loading = [...queries].filter(
    ({ state }) => state.fetchStatus === "fetching" && state.data === undefined,
  );
  await invalidate(queries);
  if (loading.length > 0) {
    await invalidate(new Set(loading));
  }
}
