import { MAX_PROPOSED_MANDATES } from "@tessera/contract/cards/mandate-figures";
import type { Mandate, ProposeMandateBody } from "@tessera/contract/cards/mandates.schemas";
import { requireNoClosing } from "../../identity/people/index.ts";
import { lockCustomer } from "../../identity/security-hold/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { ledgerClientKey } from "../lifecycle/index.ts";
import { checkedTerms } from "./mandate-terms.ts";
import { presentMandate } from "./mandates.presenter.ts";
import {
  countProposed,
  findKeyName,
  findMandateByKey,
  insertMandate,
  type MandateTermsRow,
  type MandateWithCard,
  readBack,
} from "./mandates.repository.ts";
import { recordMandate } from "./record-mandate.ts";

interface ProposeInput {
  readonly session: Session;
  readonly body: ProposeMandateBody;
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/** A proposed mandate, and whether an earlier call with the same key had proposed it. */
interface Proposed {
  readonly mandate: Mandate;
  readonly isRepeat: boolean;
}

/**
 * Proposes a purchase, by a person or by a person's software. Nothing happens until a person
 * approves it. Each idempotency key proposes one mandate.
 *
 * @throws Refusal `invalid_input`, `too_many_mandates`, `account_closing_open`, `account_closed`,
 * `idempotency_mismatch`
 */
export async function proposeMandate(context: AppContext, input: ProposeInput): Promise<Proposed> {
  const { session, body, requestId } = input;
  const { customerId } = session;
  const clientKey = ledgerClientKey("mandate_propose", input.idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    // Serializes a customer's proposals, so that they are counted one after another.
    await lockCustomer(tx, customerId);
    const earlier = await findMandateByKey(tx, customerId, clientKey);
    if (earlier !== undefined) {
      return { mandate: repeated(earlier, input, earlier.created_at), isRepeat: true };
    }
    await requireNoClosing(tx, customerId);
    const now = context.clock.now();
    const terms = checkedTerms(body, now);
    if ((await countProposed(tx, customerId, now)) >= MAX_PROPOSED_MANDATES) {
      throw new Refusal("too_many_mandates");
    }
    const row = await insert(tx, { session, terms, clientKey, now });
    await recordMandate(context, tx, row, {
      ...{ actor: session.username, requestId, action: "mandate.propose" },
    });
    return { mandate: presentMandate(row), isRepeat: false };
  });
}

/** Returns what an earlier call proposed, if the key was used for the same proposal. */
function repeated(earlier: MandateWithCard, { body }: ProposeInput, then: Date): Mandate {
  const terms = checkedTerms(body, then);
  const isSame =
    // A change replaces the terms that were proposed, so they cannot be compared any more.
    earlier.revision > 1 ||
    (earlier.merchant_name === terms.merchant_name &&
      earlier.purpose === terms.purpose &&
      earlier.ceiling_minor === terms.ceiling_minor &&
      earlier.currency === terms.currency &&
      earlier.until.getTime() === terms.until.getTime());
  if (!isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return presentMandate(earlier);
}

interface NewRow {
  readonly session: Session;
  readonly terms: MandateTermsRow;
  readonly clientKey: string;
  readonly now: Date;
}

async function insert(
  tx: Tx,
  { session, terms, clientKey, now }: NewRow,
): Promise<MandateWithCard> {
  const { customerId, userId, key } = session;
  const id = newId(now);
  const keyName = key === undefined ? undefined : await findKeyName(tx, customerId, key.id);
  const isNew = await insertMandate(tx, {
    id,
    customer_id: customerId,
    person_id: userId,
    key_id: keyName === undefined ? null : (key?.id ?? null),
    key_name: keyName ?? null,
    client_key: clientKey,
    ...terms,
    created_at: now,
    changed_at: now,
  });
  if (!isNew) {
    throw new Error("the key was used although the customer is locked");
  }
  return readBack(tx, { id, customer_id: customerId });
}
