import type { AppContext } from "../platform/context.ts";
import type { DemoSignIn } from "../platform/http/start-page.ts";

/** Fills a fresh sandbox with demo data; answers the sign-ins to print. */
export type SeedDemo = (context: AppContext) => Promise<readonly DemoSignIn[]>;

/**
 * The demo data of a fresh sandbox. `seed` does nothing and answers the same sign-ins when it ran
 * before.
 */
export async function seedOnFirstStart(
  context: AppContext,
  seed?: SeedDemo,
): Promise<readonly DemoSignIn[]> {
  const { config } = context;
  return config.mode === "sandbox" && config.seed && seed !== undefined ? seed(context) : [];
}
