import type { HeldCase } from "@tessera/contract/back-office/reviews.schemas";
import type { Tx } from "../../platform/context.ts";
import { findNewestCase } from "./cases.repository.ts";
import { presentCase } from "./reviews.presenter.ts";

/**
 * The newest case of something of a customer's, open or over, as both sides read it; undefined
 * where nobody looked at it. Its id is a uuid.
 */
export async function findCaseOf(
  tx: Tx,
  subject: Parameters<typeof findNewestCase>[1],
): Promise<HeldCase | undefined> {
  const row = await findNewestCase(tx, subject);
  return row === undefined ? undefined : presentCase(row);
}
