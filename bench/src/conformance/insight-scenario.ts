import type { CardFacts } from "./card-scenario.ts";
import type { Customer } from "./people.ts";

const PERIOD = { fromDay: "2026-01-01", toDay: "2027-12-31", timeZone: "UTC" };

/** Reads everything about movements, figures and the audit log. */
export async function readEverything(me: Customer, facts: CardFacts): Promise<void> {
  const { cardId, movementId } = facts;
  await me.ok("GET /api/transactions", { query: { limit: "5" } });
  await me.ok("GET /api/transactions/:id", { id: movementId });
  await me.ok("GET /api/bills", { query: { cardId } });
  await me.ok("GET /api/wallet/history");
  await me.ok("GET /api/wallet/rates");
  const refreshed = await me.call("POST /api/wallet/rates/refresh");
  if (refreshed.status >= 300) {
    throw new Error(`rates: ${refreshed.text}`);
  }
  await me.ok("GET /api/wallet/assets");
  for (const what of ["transactions", "safe-to-spend", "holds", "decline-budget"]) {
    await me.ok(`GET /api/cards/:id/${what}`, { id: cardId });
  }
  await me.ok("GET /api/cards/:id/likely-charges", { id: cardId });
  await me.ok("GET /api/figures/spending", { query: { days: "30" } });
  await me.ok("GET /api/figures/holdings", { query: { days: "30" } });
  await me.ok("GET /api/risk/insight", { query: { days: "30" } });
  await me.ok("POST /api/risk/insight/seen", { body: { until: new Date().toISOString() } });
  const { data } = await me.ok("GET /api/logs");
  await me.ok("GET /api/logs/:id", { id: data[0].id });
  await me.ok("POST /api/logs/export", { body: {} });
  await me.ok("GET /api/offering");
  await me.ok("GET /api/status");
  await me.ok("GET /api/announcements/active");
}

/** Creates files in the background: a statement, and an archive of the customer's data. */
export async function makeFiles(me: Customer, { cardId }: CardFacts): Promise<void> {
  const body = { ...PERIOD, accounts: ["USD"], cards: [cardId], format: "csv" };
  const path = "/api/reconciliation/exports";
  const { id } = await me.ok(`POST ${path}`, { body });
  await me.ok(`GET ${path}`);
  await me.until(`GET ${path}/:id`, ({ status }) => status === "completed", { id });
  await me.ok(`GET ${path}/:id/file`, { id });
  await me.refused(`POST ${path}/:id/cancel`, "export_over", { id });
  const archives = "/api/my-data/archives";
  const asked = await me.ok(`POST ${archives}`, { proof: await me.proof() });
  await me.ok(`GET ${archives}`);
  await me.until(`GET ${archives}/:id`, ({ status }) => status === "completed", { id: asked.id });
  await me.ok(`GET ${archives}/:id/file`, { id: asked.id, proof: await me.proof() });
}

/** Cancels a statement and an archive that wait or run. */
export async function cancelFiles(me: Customer): Promise<void> {
  await cancelOne(me, "/api/reconciliation/exports", async () => ({
    body: { ...PERIOD, accounts: ["USD"], format: "json" },
  }));
  await cancelOne(me, "/api/my-data/archives", async () => ({ proof: await me.proof() }));
}

/** Tries again if the file was completed first. */
async function cancelOne(
  me: Customer,
  path: string,
  given: () => Promise<{ readonly body?: object; readonly proof?: string }>,
): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const asked = await me.call(`POST ${path}`, await given());
    if (asked.status === 201) {
      const canceled = await me.call(`POST ${path}/:id/cancel`, { id: asked.json.id });
      if (canceled.status === 200) {
        return;
      }
    }
  }
}

/** Plays a scenario of the simulator. */
export async function practice(me: Customer): Promise<void> {
  await me.ok("GET /api/practice");
  await me.ok("POST /api/practice", { body: { withDrafts: true } });
  await me.ok("POST /api/practice/steps", { body: { scenario: "hotel", step: 1 } });
  await me.ok("POST /api/practice/clock", { body: { by: "P1D" } });
  await me.ok("GET /api/practice/export");
}
