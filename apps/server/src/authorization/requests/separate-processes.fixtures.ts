import type { AppContext } from "../../platform/context.ts";

/**
 * Returns a copy of a context that acts as another process on the same database and runs no jobs.
 */
export function separate<Context extends AppContext>(context: Context): Context {
  return { ...context, db: { ...context.db }, jobs: { ...context.jobs, every: () => undefined } };
}
