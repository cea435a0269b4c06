import type { AppContext } from "../platform/context.ts";
import type { DemoSignIn } from "../platform/http/start-page.ts";

/** Fills a new sandbox with demo data; returns the demo sign-ins for the server to print. */
export type SeedDemo = (context: AppContext) => Promise<readonly DemoSignIn[]>;

/** Seeds a new sandbox. If the sandbox is already seeded, `seed` only returns the same sign-ins. */
export async function seedOnFirstStart(
  context: AppContext,
  seed?: SeedDemo,
): Promise<readonly DemoSignIn[]> {
  const { config } = context;
  return config.mode === "sandbox" && config.seed && seed !== undefined ? seed(context) : [];
}
