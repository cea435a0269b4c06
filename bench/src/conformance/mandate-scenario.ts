import type { Customer } from "./people.ts";

const PATH = "/api/mandates";
const DAY_MS = 86_400_000;

function termsOf(ceiling: string) {
  return {
    ...{ merchant: "Kettle & Crumpet", ceiling, currency: "USD", purpose: "Tea for the office" },
    until: new Date(Date.now() + DAY_MS).toISOString(),
  };
}

/** Approves a mandate as it is shown, and returns the approved one. */
async function approve(me: Customer, id: string) {
  const { offer, revision, ...shown } = await me.ok(`GET ${PATH}/:id`, { id });
  const { merchant, ceiling, currency, until, purpose } = shown;
  const { total, segmentId, openingFee, loadFee } = offer;
  const body = { revision, segmentId, openingFee, loadFee };
  await me.refused(`POST ${PATH}/:id/approve`, "proof_required", { id, body });
  const proof = await me.proof({
    ...{ operation: "mandate_approval", mandateId: id, revision, merchant, ceiling },
    ...{ currency, until, purpose, total },
  });
  return me.ok(`POST ${PATH}/:id/approve`, { id, body, proof });
}

/** Proposes, changes, approves, refuses and withdraws purchase mandates. */
export async function useMandates(me: Customer): Promise<void> {
  await me.fund("100.00");
  const { id } = await me.ok(`POST ${PATH}`, { body: termsOf("20.00") });
  await me.ok(`PUT ${PATH}/:id`, { id, body: { ...termsOf("25.00"), revision: 1 } });
  await me.refused(`PUT ${PATH}/:id`, "mandate_changed", {
    ...{ id, body: { ...termsOf("30.00"), revision: 1 } },
  });
  const { card } = await approve(me, id);
  await me.refused("POST /api/cards/:id/quote", "card_of_mandate", {
    ...{ id: card.id, body: { operation: "deposit", amount: "5.00" } },
  });
  await me.ok(`GET ${PATH}`);
  await me.ok(`POST ${PATH}/:id/withdraw`, { id });
  const other = await me.ok(`POST ${PATH}`, { body: termsOf("20.00") });
  await me.ok(`POST ${PATH}/:id/refuse`, { id: other.id, body: { revision: 1 } });
  await me.refused(`POST ${PATH}/:id/withdraw`, "mandate_decided", { id: other.id });
}
