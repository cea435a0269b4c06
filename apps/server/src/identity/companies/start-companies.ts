import type { AppContext } from "../../platform/context.ts";
import { deleteExpiredInvitations } from "./invitations.repository.ts";
import { deleteExpiredHandovers } from "./members.repository.ts";

/** Starts the hourly job that deletes invitations and handovers that nobody accepted in time. */
export function startCompanies({ jobs, db, clock }: AppContext): void {
  jobs.hourly("company-invitations", async () => {
    const now = clock.now();
    await deleteExpiredInvitations(db.kysely, now);
    await deleteExpiredHandovers(db.kysely, now);
  });
}
