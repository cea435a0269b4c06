import {
  type CreateCompanyBody,
  MAX_COMPANIES,
} from "@tessera/contract/identity/companies.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { type acceptanceOrigin, acceptForCompany } from "../legal/index.ts";
import { openEmptyCustomer, requireNoClosing } from "../people/index.ts";
import { hasSecondFactor } from "../second-factor/index.ts";
import { lockCustomer } from "../security-hold/index.ts";
import { tellMembers } from "./acting-member.ts";
import {
  countCompaniesOf,
  findCompanyByKey,
  insertCompany,
  type OwnCompany,
} from "./companies.repository.ts";
import { insertMembership } from "./members.repository.ts";
import { findOwnCompany } from "./read-companies.ts";

interface CreateInput {
  readonly session: Session;
  readonly body: CreateCompanyBody;
  readonly origin: ReturnType<typeof acceptanceOrigin>;
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/**
 * Creates a company: a customer with accounts of its own, whose owner is the person who creates it.
 * They accept the legal texts for it. A retry with the same key returns the same company.
 *
 * @throws Refusal `second_factor_required`, `too_many_companies`, `legal_version_not_in_force`,
 * `acceptance_required`, `account_closing_open`, `account_closed`, `idempotency_mismatch`
 */
export async function createCompany(context: AppContext, input: CreateInput): Promise<OwnCompany> {
  const { userId: personId, customerId: ownCustomerId } = input.session;
  const company = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, ownCustomerId);
    const former = await findCompanyByKey(tx, { personId, clientKey: input.idempotencyKey });
    if (former !== undefined && former.name !== input.body.name) {
      throw new Refusal("idempotency_mismatch");
    }
    const customerId = former?.customerId ?? (await create(context, tx, input));
    return findOwnCompany(context, tx, { personId, customerId });
  });
  await tellMembers(context, {
    customerId: company.customerId,
    ownCustomerIds: [ownCustomerId],
  });
  return company;
}

async function create(
  context: AppContext,
  tx: Tx,
  { session, body, origin, idempotencyKey, requestId }: CreateInput,
): Promise<string> {
  const { userId: personId } = session;
  await requireNoClosing(tx, session.customerId);
  if (!(await hasSecondFactor(tx, personId))) {
    throw new Refusal("second_factor_required");
  }
  if ((await countCompaniesOf(tx, personId)) >= MAX_COMPANIES) {
    throw new Refusal("too_many_companies");
  }
  const now = context.clock.now();
  const customerId = await openEmptyCustomer(context, tx);
  await insertCompany(tx, {
    customer_id: customerId,
    name: body.name,
    created_by: personId,
    created_at: now,
    client_key: idempotencyKey,
  });
  await insertMembership(tx, {
    id: newId(now),
    customer_id: customerId,
    person_id: personId,
    role: "owner",
    invited_by: null,
    joined_at: now,
  });
  await acceptForCompany(context, tx, { personId, customerId, texts: body.texts, origin });
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "company.create",
      actor: personId,
      customerId,
      object: customerId,
      outcome: "ok",
      requestId,
      data: {
        name: body.name,
        texts: body.texts.map(({ text, version }) => `${text} ${version}`).join(", "),
      },
    },
  ]);
  return customerId;
}
