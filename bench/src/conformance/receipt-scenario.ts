import type { CardFacts } from "./card-scenario.ts";
import { testPdf } from "./case-scenario.ts";
import type { Customer } from "./people.ts";

/** Uploads receipts, finds the payment of one, notes what the payment was for, and deletes them. */
export async function keepReceipts(me: Customer, { movementId }: CardFacts): Promise<void> {
  const path = "/api/receipts";
  const upload = (bytes: Buffer, query: Record<string, string>) =>
    me.ok(`POST ${path}`, { query, file: { bytes, type: "application/pdf" } });
  const bytes = testPdf();
  const { id } = await upload(bytes, { name: "receipt.pdf" });
  const again = await upload(bytes, { name: "again.pdf" });
  if (again.id !== id) {
    throw new Error("the same file became two receipts");
  }
  await me.ok(`GET ${path}`, { query: { state: "open" } });
  const { amount, currency, eventAt } = await me.ok("GET /api/transactions/:id", {
    id: movementId,
  });
  const facts = {
    ...{ amount: amount.replace("-", ""), currency },
    ...{ paidOn: eventAt.slice(0, 10), merchant: null },
  };
  const { suggestions } = await me.ok(`PUT ${path}/:id`, { id, body: facts });
  if (!suggestions.some((one: { movementId: string }) => one.movementId === movementId)) {
    throw new Error("the receipt's payment is not suggested");
  }
  await me.ok(`GET ${path}/:id`, { id });
  await me.ok(`GET ${path}/:id/file`, { id });
  const link = { id, body: { movementId } };
  await me.ok(`POST ${path}/:id/attach`, link);
  await me.ok("GET /api/transactions/:id/papers", { id: movementId });
  const note = { memo: "Lunch", project: null, taxCode: null, revision: 0 };
  const noted = { id: movementId, body: note };
  await me.ok("PUT /api/transactions/:id/note", noted);
  const other = { id: movementId, body: { ...note, memo: "Dinner" } };
  await me.refused("PUT /api/transactions/:id/note", "payment_note_changed", other);
  await me.ok(`POST ${path}/:id/detach`, link);
  await me.ok(`DELETE ${path}/:id`, { id });
}
