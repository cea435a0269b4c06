import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** The least time between two rounds: a card in heavy use must not keep a phone busy. */
const SPACING_MS = 1_000;

/** The same between rounds of what adds up weeks of movements: the server gives few of them. */
export const FIGURES_SPACING_MS = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Loads anew what became stale and is on the screen; the rest when it is next shown. What comes in
 * while a round is under way waits for the next, so a busy stream delays nothing for ever.
 *
 * @returns what takes the keys of queries that became stale
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
  // A first load is not cut short, and may have been answered before the change.
  const loading = [...queries].filter(
    ({ state }) => state.fetchStatus === "fetching" && state.data === undefined,
  );
  await invalidate(queries);
  if (loading.length > 0) {
    await invalidate(new Set(loading));
  }
}
