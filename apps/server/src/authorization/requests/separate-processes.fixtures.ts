import type { AppContext } from "../../platform/context.ts";

/**
 * Returns a copy of a context that counts as another process on the same database, in which no job
 * runs.
 */
export function separate<Context extends AppContext>(context: Context): Context {
  return { ...context, db: { ...context.db }, jobs: { ...context.jobs, every: () => undefined } };
}
