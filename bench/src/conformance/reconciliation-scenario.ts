import type { Desk } from "./case-scenario.ts";

const REASON = "Conformance";
/** Longer than a bank transfer may wait before it is a break. */
const ADVANCE_SECONDS = 7_200;

/**
 * Compares the ledger with its sources, and assigns and explains a break: one of the bank transfers
 * that an earlier scenario has imported and nobody was credited with.
 *
 * @param signInAgain signs in everybody whose session ends because the clock is moved
 */
export async function reconcile(
  { admin, reviewer }: Desk,
  signInAgain: () => Promise<void>,
): Promise<void> {
  const path = "/api/admin/reconciliation";
  await admin.ok("GET /api/admin/reserves");
  await admin.ok("POST /sandbox/clock", { body: { advanceSeconds: ADVANCE_SECONDS } });
  await signInAgain();
  await reviewer.ok(`POST ${path}/runs`, { body: { source: "bank" } });
  const query = { source: "bank", state: "open" };
  const list = await reviewer.until(`GET ${path}/breaks`, (one) => one.data.length > 0, { query });
  const [{ id }] = list.data;
  await reviewer.ok(`GET ${path}`);
  await reviewer.ok(`GET ${path}/breaks/:id`, { id });
  await reviewer.ok(`POST ${path}/breaks/:id/assign`, { id, body: { assignee: null } });
  await admin.ok(`POST ${path}/breaks/:id/explain`, { id, body: { explanation: REASON } });
}
