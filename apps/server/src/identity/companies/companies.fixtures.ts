import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { giveMoney } from "../../testing/give-money.ts";
import type { TestCustomer } from "../../testing/test-app.ts";
import { acceptAtRegistration } from "../legal/index.ts";
import { openEmptyCustomer } from "../people/index.ts";
import { addDemoTotp } from "../second-factor/index.ts";
import {
  createAuthenticator,
  forgetSessions,
  issueProof,
  openCompanySession,
  type ProofSubject,
} from "../sessions/index.ts";
import { insertCompany } from "./companies.repository.ts";
import { findMemberByPerson, insertMembership } from "./members.repository.ts";

/** A company with its owner. */
export interface TestCompany {
  readonly customerId: string;
  readonly name: string;
  readonly ownerMembershipId: string;
}

/** The parts of a test app that companies need. */
interface Stage {
  readonly context: AppContext;
}

/** Creates a company that a person owns, with money in dollars. Sends no email. */
export async function createTestCompany(
  { context }: Stage,
  owner: Pick<TestCustomer, "userId">,
  { name = "Acme", money = 1_000_000n }: { readonly name?: string; readonly money?: bigint } = {},
): Promise<TestCompany> {
  const { userId: personId } = owner;
  const ownerMembershipId = newId();
  const customerId = await inTransaction(context.db, async (tx) => {
    const id = await openEmptyCustomer(context, tx);
    await insertCompanyOf(context, tx, { customerId: id, personId, ownerMembershipId }, name);
    return id;
  });
  if (money > 0n) {
    await giveMoney(context, { customerId, currency: "USD", amountMinor: money });
  }
  return { customerId, name, ownerMembershipId };
}

/** Inserts a company and its owner, who has accepted the legal texts for it. */
async function insertCompanyOf(
  context: AppContext,
  tx: Tx,
  ids: {
    readonly customerId: string;
    readonly personId: string;
    readonly ownerMembershipId: string;
  },
  name: string,
): Promise<void> {
  const { customerId, personId, ownerMembershipId: id } = ids;
  const at = context.clock.now();
  const made = { created_by: personId, created_at: at, client_key: customerId };
  await insertCompany(tx, { customer_id: customerId, name, ...made });
  const given = { at, locale: "en", network: null, device: "test" } as const;
  await acceptAtRegistration(context, tx, { personId, customerId, isForCompany: true }, given);
  const joined = { customer_id: customerId, person_id: personId, joined_at: at, invited_by: null };
  await insertMembership(tx, { id, role: "owner", ...joined });
}

/** Makes a person a member of a company. Returns the membership's id. */
export async function addTestMember(
  { context }: Stage,
  { customerId }: Pick<TestCompany, "customerId">,
  { userId }: Pick<TestCustomer, "userId">,
  role: MemberRole,
): Promise<string> {
  const id = newId();
  await insertMembership(context.db.kysely, {
    ...{ id, customer_id: customerId, person_id: userId, role },
    ...{ invited_by: null, joined_at: context.clock.now() },
  });
  return id;
}

/** Gives a person an authenticator app. */
export async function giveFactor(
  { context }: Stage,
  { userId }: Pick<TestCustomer, "userId">,
): Promise<void> {
  await inTransaction(context.db, (tx) => addDemoTotp(context, tx, userId));
}

/**
 * Returns the person as they act for a company, in a session opened in their own one. The user id
 * is made up, so that the test app keeps the tokens apart.
 */
export async function actingFor(
  { context }: Stage,
  company: Pick<TestCompany, "customerId">,
  person: TestCustomer,
): Promise<TestCustomer> {
  const parent = await createAuthenticator(context).session(person.token);
  const { kysely } = context.db;
  const member = await findMemberByPerson(kysely, company.customerId, person.userId);
  if (parent === undefined || member === undefined) {
    throw new Error("the person has a session and is a member");
  }
  const token = await inTransaction(context.db, (tx) =>
    openCompanySession(context, tx, {
      parent,
      membershipId: member.id,
      visitor: { ip: "127.0.0.1", device: "test" },
    }),
  );
  return {
    ...person,
    customerId: company.customerId,
    userId: `${person.userId}/${newId()}`,
    token,
  };
}

/**
 * Turns a customer into a company that its person owns, with everything it has: the person gets an
 * empty account of their own. Nothing in the product does this.
 *
 * @param giveAccount makes a customer the person's own account, which the server itself cannot do
 */
export async function becomeCompany(
  { context }: Stage,
  { userId: personId, customerId }: TestCustomer,
  name: string,
  giveAccount: (personId: string, customerId: string) => Promise<unknown>,
): Promise<TestCompany> {
  const own = await inTransaction(context.db, (tx) => openEmptyCustomer(context, tx));
  await giveAccount(personId, own);
  const ownerMembershipId = newId();
  await inTransaction(context.db, async (tx) => {
    const ids = { customerId, personId, ownerMembershipId };
    await insertCompanyOf(context, tx, ids, name);
  });
  forgetSessions(context, personId);
  return { customerId, name, ownerMembershipId };
}

/** Returns the header with a new step-up token of a person's session, bound to nothing. */
export async function provenBy(
  { context }: Stage,
  { token }: Pick<TestCustomer, "token">,
  subject?: ProofSubject,
): Promise<{ readonly "x-proof": string }> {
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("the session is live");
  }
  const given = { session, factor: "totp", subject } as const;
  const { proof } = await issueProof(context, context.db.kysely, given);
  return { "x-proof": proof };
}
