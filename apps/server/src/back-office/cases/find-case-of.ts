import type { HeldCase } from "@tessera/contract/back-office/reviews.schemas";
import type { Tx } from "../../platform/context.ts";
import { findNewestCase } from "./cases.repository.ts";
import { presentCase } from "./reviews.presenter.ts";

/**
 * Finds the newest case, open or ended, about one of a customer's subjects. The result contains
 * only what both sides can see. Returns undefined if the subject was never reviewed. The returned
 * case's id is a UUID.
 */
export async function findCaseOf(
  tx: Tx,
  subject: Parameters<typeof findNewestCase>[1],
): Promise<HeldCase | undefined> {
  const row = await findNewestCase(tx, subject);
  return row === undefined ? undefined : presentCase(row);
}
