import type { StopHandler } from "../../money-movement/payouts/index.ts";
import { peopleOfCustomer } from "../people/index.ts";
import { COMPANY_TOPIC } from "./acting-member.ts";
import { takeInvitationsOf } from "./invitations.repository.ts";
import { takeHandoversOf } from "./members.repository.ts";

/**
 * Handles “not me”: withdraws the invitations and the handover of the company, or those that the
 * person made in companies, since an intruder may have made them to return later.
 */
export const stopMembership: StopHandler = async (context, tx, { customerId, requestId }) => {
  const of = { customerId, personIds: await peopleOfCustomer(tx, customerId) };
  const by = { actor: "mailed link", outcome: "ok", requestId } as const;
  const invitations = await takeInvitationsOf(tx, of);
  const handovers = await takeHandoversOf(tx, of);
  await context.ledger.appendAudit({ kysely: tx }, [
    ...invitations.map(({ customer_id: company, id: object, email, role: givenRole }) => ({
      ...{ action: "member.invite_withdraw" as const, customerId: company, object, ...by },
      data: { email, givenRole },
    })),
    ...handovers.map(({ customer_id: company }) => ({
      ...{ action: "company.handover_end" as const, customerId: company, object: null, ...by },
      data: {},
    })),
  ]);
  const companies = new Set([...invitations, ...handovers].map((row) => row.customer_id));
  const events = [...companies].map((id) => ({ topic: COMPANY_TOPIC, body: { customerId: id } }));
  await context.ledger.appendEvents(tx, events);
};
