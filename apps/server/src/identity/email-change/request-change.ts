import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { spendProof } from "../sessions/index.ts";
import { maskedEmail, requestExpiry } from "./email-change.policy.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import { tellOfRequest } from "./email-change-mails.ts";
import { findOpenChange, insertChange, updateChange } from "./email-changes.repository.ts";
import { isLive, requirePerson } from "./get-change.ts";
import { mailCode } from "./mail-code.ts";

interface RequestInput {
  readonly session: Session;
  /** New address, in lowercase. */
  readonly email: string;
  /** The `X-Proof` header as received. */
  readonly proof: string | readonly string[] | undefined;
  readonly requestId: string;
}

/**
 * Requests an email change: emails a code to the new address and a notice to the current one.
 * Replaces any request that is still waiting for its code. The response does not reveal whether the
 * address is taken.
 *
 * @returns the request and the current email
 * @throws Refusal `invalid_input` for the current address; `email_change_reviewing`;
 * `withdrawals_on_hold`; any that `spendProof` throws
 */
export function requestChange(
  context: AppContext,
  input: RequestInput,
): Promise<{ readonly email: string; readonly open: EmailChangeRow }> {
  return inTransaction(context.db, (tx) => requestWithin(context, tx, input));
}

async function requestWithin(context: AppContext, tx: Tx, input: RequestInput) {
  const { session, email, proof } = input;
  const { customerId } = session;
  // This locks the customer, which serializes the customer's requests.
  await requireNoSecurityHold(tx, customerId);
  const person = await requirePerson(tx, session);
  if (person.email === email) {
    throw new Refusal("invalid_input", { fields: [{ path: "email", code: "email_unchanged" }] });
  }
  await giveWay(context, tx, customerId);
  const subject = { operation: "email_change", email } as const;
  const { factor } = await spendProof(context, tx, { session, proof, subject });
  const now = context.clock.now();
  const row: EmailChangeRow = {
    id: newId(now),
    customer_id: customerId,
    person_id: person.id,
    old_email: person.email,
    new_email: email,
    status: "code_sent",
    session_id: session.sessionId,
    factor,
    requested_at: now,
    expires_at: requestExpiry(now),
    case_id: null,
    ended_at: null,
  };
  await insertChange(tx, row);
  await mailCode(context, tx, row, person.locale);
  await tellOfRequest(context, tx, row, person.locale);
  await context.ledger.appendAudit(tx, [
    {
      action: "email_change_asked",
      actor: session.username,
      customerId,
      object: null,
      outcome: "ok",
      requestId: input.requestId,
      data: {
        factor,
        before: { email: maskedEmail(row.old_email) },
        after: { email: maskedEmail(email) },
      },
    },
  ]);
  return { email: person.email, open: row };
}

/** Ends the request that is waiting for its code, if there is one. */
async function giveWay({ clock }: AppContext, tx: Tx, customerId: string): Promise<void> {
  const former = await findOpenChange(tx, customerId);
  if (former?.status === "reviewing") {
    throw new Refusal("email_change_reviewing");
  }
  if (former !== undefined) {
    const now = clock.now();
    const status = isLive(former, now) ? "cancelled" : "expired";
    await updateChange(tx, former.id, { status, ended_at: now });
  }
}
