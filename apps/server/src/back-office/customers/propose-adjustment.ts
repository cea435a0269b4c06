import {
  CORRECTION_LIFETIME_DAYS,
  type Correction,
  type ProposeCorrectionBody,
} from "@tessera/contract/back-office/adjustments.schemas";
import { accountOf, holdRole } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { presentCorrections } from "./adjustments.presenter.ts";
import {
  type CorrectableCard,
  findCardOf,
  findCorrectionByKey,
  insertCorrection,
} from "./adjustments.repository.ts";
import { auditedTerms } from "./audited-terms.policy.ts";
import type { CorrectionRow } from "./customers.tables.ts";
import { requirePossible } from "./require-possible.ts";
import { type CustomerViewer, viewCustomer } from "./view-customer.ts";

interface Proposal extends CustomerViewer {
  readonly body: ProposeCorrectionBody;
  readonly idempotencyKey: string;
}

const DAY_MS = 86_400_000;

/**
 * Proposes an adjustment to a customer's balance. No money moves. Repeated calls by the same
 * proposer with the same key create only one proposal.
 *
 * @throws Refusal `not_found`; `invalid_input` if the currency is not the card's; `card_closed`;
 * `correction_above_limit`; `correction_below_zero`, with the amounts; `idempotency_mismatch`;
 * `forbidden` if the operator has since lost the role
 */
export async function proposeCorrection(
  context: AppContext,
  proposal: Proposal,
): Promise<Correction> {
  const { session, idempotencyKey } = proposal;
  const customer = await viewCustomer(context, proposal);
  return inTransaction(context.db, async (tx) => {
    const key = { proposer_id: session.userId, client_key: idempotencyKey };
    const known = await findCorrectionByKey(tx, key);
    if (known === undefined) {
      if (!(await holdRole(tx, session.userId, session.role))) {
        throw new Refusal("forbidden", { internal: "the operator's access changed meanwhile" });
      }
      const row = await rowOf(context, tx, proposal, customer.id);
      // Another server may have recorded a proposal with the same key in the meantime.
      if (await insertCorrection(tx, row)) {
        await recordProposal(context, tx, proposal, row);
      }
    }
    const stored = known ?? (await findCorrectionByKey(tx, key));
    if (stored === undefined || !isSame(stored, proposal.body, customer.id)) {
      throw new Refusal("idempotency_mismatch");
    }
    const [presented] = await presentCorrections(context, tx, [stored], session);
    if (presented === undefined) {
      throw new Error("a proposal that was just written does not exist");
    }
    return presented;
  });
}

async function cardOf(
  tx: Tx,
  customerId: string,
  { cardId, currency }: ProposeCorrectionBody,
): Promise<CorrectableCard | undefined> {
  if (cardId === undefined) {
    return undefined;
  }
  const card = await findCardOf(tx, { customerId, cardId: parseId("card", cardId) ?? "" });
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  if (card.currency !== currency) {
    throw new Refusal("invalid_input", { fields: [{ path: "currency", code: "not_allowed" }] });
  }
  return card;
}

async function rowOf(
  context: AppContext,
  tx: Tx,
  { body, session, idempotencyKey }: Proposal,
  customerId: string,
): Promise<CorrectionRow> {
  const { currency, direction, reason, reference } = body;
  const card = await cardOf(tx, customerId, body);
  const account = card?.card_account ?? (await accountOf(tx, customerId, currency));
  const amountMinor = requireAmount(body.amount, currency);
  const moved = { account, currency, direction, amount_minor: amountMinor };
  await requirePossible(context, tx, moved, card);
  const now = context.clock.now();
  return {
    ...moved,
    id: newId(now),
    customer_id: customerId,
    card_id: card?.id ?? null,
    reason,
    reference,
    status: "waiting",
    revision: 1,
    proposer_id: session.userId,
    proposed_by: session.username,
    client_key: idempotencyKey,
    proposed_at: now,
    expires_at: new Date(now.getTime() + CORRECTION_LIFETIME_DAYS * DAY_MS),
    decider_id: null,
    decided_by: null,
    decided_at: null,
    decision_note: null,
    movement_id: null,
    before_minor: null,
    after_minor: null,
  };
}

/**
 * Returns whether a stored proposal came from the same call. The proposal is returned as the
 * response even if it has since been changed.
 */
function isSame(stored: CorrectionRow, body: ProposeCorrectionBody, customerId: string): boolean {
  const isTarget =
    stored.customer_id === customerId &&
    stored.currency === body.currency &&
    (body.cardId === undefined ? null : parseId("card", body.cardId)) === stored.card_id;
  return (
    isTarget &&
    (stored.revision > 1 ||
      (stored.direction === body.direction &&
        stored.amount_minor === requireAmount(body.amount, body.currency) &&
        stored.reason === body.reason &&
        stored.reference === body.reference))
  );
}

async function recordProposal(
  { ledger }: AppContext,
  tx: Tx,
  { session, requestId }: Proposal,
  row: CorrectionRow,
): Promise<void> {
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: "correction.propose",
      actor: session.username,
      customerId: row.customer_id,
      object: row.id,
      outcome: "ok",
      requestId,
      data: { cardId: row.card_id, after: auditedTerms(row) },
    },
  ]);
}
