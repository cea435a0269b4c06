import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { forgetCalls } from "./key-calls.repository.ts";

/** Starts the job that deletes old calls from the log of API keys. */
export function startApiKeys({ db, clock, jobs }: AppContext): void {
  jobs.hourly("api-key calls", () =>
    forgetCalls(db.kysely, overBefore("apiKeyCalls", clock.now())),
  );
}
