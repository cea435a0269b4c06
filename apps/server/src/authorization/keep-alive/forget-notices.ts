import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { deleteNotices } from "./notices.repository.ts";

/** Starts the job that deletes notices of earlier days. */
export function startForgettingNotices({ db, clock, jobs }: AppContext): void {
  jobs.hourly("keep-alive notices", () =>
    deleteNotices(db.kysely, overBefore("keepAliveNotices", clock.now())),
  );
}
