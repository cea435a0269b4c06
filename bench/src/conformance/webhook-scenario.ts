import type { Customer } from "./people.ts";

const BODY = {
  ...{ name: "Books", url: "https://hooks.tessera.invalid/events", types: [], cards: [] },
};

/** Creates a webhook endpoint at a name that does not exist, and does all that can be done. */
export async function useWebhooks(me: Customer): Promise<void> {
  const path = "/api/webhooks";
  await me.refused(`POST ${path}`, "proof_required", { body: BODY });
  const made = await me.ok(`POST ${path}`, { body: BODY, proof: await me.proof() });
  const { id } = made.webhook;
  const ofIt = (call: string, body?: object) => me.ok(call, { id, ...(body && { body }) });
  await me.ok(`GET ${path}`);
  await me.ok(`GET ${path}/types`);
  await me.ok(`GET ${path}/events`);
  await ofIt(`GET ${path}/:id`);
  await ofIt(`PUT ${path}/:id`, { name: "Ledger", types: ["card.frozen"], cards: [] });
  await ofIt(`POST ${path}/:id/verify`);
  const refused = (call: string, body?: object) =>
    me.refused(`POST ${path}/:id/${call}`, "webhook_not_active", { id, ...(body && { body }) });
  await refused("pause");
  await refused("resume");
  await refused("replay", { sequence: 1 });
  await refused("replay-since", { fromSequence: 1 });
  await refused("example", { type: "card.frozen" });
  await ofIt(`GET ${path}/:id/attempts`);
  await me.ok(`POST ${path}/:id/rotate`, { id, proof: await me.proof() });
  await ofIt(`DELETE ${path}/:id`);
}
