import type { CompanySession } from "@tessera/contract/identity/companies.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { shareCustomer } from "../people/index.ts";
import { isOnSecurityHold, requireResetSinceHold } from "../security-hold/index.ts";
import { openCompanySession, type Visitor } from "../sessions/index.ts";
import { findOwnCompany } from "./read-companies.ts";

interface OpenInput {
  /** The person's own session. */
  readonly session: Session;
  /** UUID of the company; undefined if the requested id is not one of a customer. */
  readonly customerId: string | undefined;
  readonly visitor: Visitor;
  readonly requestId: string;
}

/**
 * Opens a session in which a person acts for a company.
 *
 * @throws Refusal `not_found` for a company that the person is not a member of, like for one that
 * does not exist; `account_suspended`, `account_closed`; `withdrawals_on_hold` if the person's own
 * account is on a security hold, or if the company is on one that began after the person last reset
 * their password; `unauthenticated` if their session has ended in the meantime
 */
export function openSessionForCompany(
  context: AppContext,
  { session, customerId, visitor, requestId }: OpenInput,
): Promise<CompanySession> {
  return inTransaction(context.db, async (tx) => {
    if (customerId !== undefined) {
      // A suspension or closure, which ends the company's sessions, either has committed or waits.
      await shareCustomer(tx, customerId);
    }
    const named = { personId: session.userId, customerId };
    const company = await findOwnCompany(context, tx, named);
    if (company.isClosed || company.isSuspended) {
      throw new Refusal(company.isClosed ? "account_closed" : "account_suspended");
    }
    if (await isOnSecurityHold(tx, session.customerId)) {
      throw new Refusal("withdrawals_on_hold");
    }
    await requireResetSinceHold(tx, { customerId: company.customerId, personId: session.userId });
    const { membershipId, role, name } = company;
    const token = await openCompanySession(context, tx, { parent: session, membershipId, visitor });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "company.session",
        actor: session.userId,
        customerId: company.customerId,
        object: null,
        outcome: "ok",
        requestId,
        data: { givenRole: role },
      },
    ]);
    return { token, company: { id: wireId("cus", company.customerId), name }, role };
  });
}
