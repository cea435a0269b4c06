import { type Endpoint, rolesOf } from "@tessera/contract/endpoint";
import { memberNeedOf } from "@tessera/contract/identity/member-needs";
import { MEMBER_ROLES, type MemberRole } from "@tessera/contract/identity/member-permissions";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  actingFor,
  addTestMember,
  becomeCompany,
  giveFactor,
  type TestCompany,
} from "../../identity/companies/companies.fixtures.ts";
import { createAuthenticator, issueProof } from "../../identity/sessions/index.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { exampleBody, kindOf, mandateSubject, nameOf } from "../example-calls.ts";
import { type Things, thingsOf } from "../role-things.ts";
import { MEMBER_MATRIX } from "./member-matrix.ts";

/** The codes with which a member is refused before the call is looked at. */
const MEMBER_CODES: readonly unknown[] = [
  "unauthenticated",
  "forbidden",
  "role_lacks_permission",
  "own_account_only",
  "not_for_companies",
  "company_only",
  "second_factor_required",
];

let app: CardsApp;
let acme: TestCompany;
let acmes: Things;
let others: Things;
const people = new Map<MemberRole, TestCustomer>();

beforeAll(async () => {
  app = await createCardsApp();
  const owner = await app.newCustomer();
  const stranger = await app.newCustomer();
  const [first, second] = [await thingsOf(app, owner), await thingsOf(app, stranger)];
  const sql = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const giveAccount = (personId: string, customerId: string) =>
    sql`with given as (
        update legal_acceptance set customer_id = ${customerId} where person_id = ${personId}
      ) update person set customer_id = ${customerId} where id = ${personId}`;
  acme = await becomeCompany(app, owner, "Acme", giveAccount);
  const other = await becomeCompany(app, stranger, "Other", giveAccount);
  await sql.end();
  people.set("owner", owner);
  for (const role of MEMBER_ROLES) {
    if (role !== "owner") {
      const person = await app.newCustomer({});
      await addTestMember(app, acme, person, role);
      people.set(role, person);
    }
  }
  for (const person of people.values()) {
    await giveFactor(app, person);
  }
  acmes = { ...first, ...(await insiders(acme, owner)) };
  others = { ...second, ...(await insiders(other, stranger)) };
}, 300_000);
afterAll(() => app.close());

/** Adds a member and an invitation to a company. Calls about them need their ids. */
async function insiders(company: TestCompany, owner: TestCustomer) {
  const person = await app.newCustomer({});
  const id = newId();
  await app.context.db.sql`
    insert into membership_invitation (id, customer_id, email, role, locale, token_hash,
      client_key, invited_by, invited_at, expires_at)
    values (${id}, ${company.customerId}, ${`${id}@tessera.test`}, 'auditor', 'en',
      decode(${id.replaceAll("-", "").repeat(2)}, 'hex'), ${id}, ${owner.userId}, now(),
      now() + interval '72 hours')`;
  const member = await addTestMember(app, company, person, "auditor");
  return { member: `mem_${member}`, memberInvitation: `miv_${id}` };
}

/** Subjects of step-up tokens, for calls whose token must name an object's id. */
const SUBJECTS: Readonly<Record<string, (cardId: string) => object>> = {
  "POST /api/cards/:id/verify": (cardId) => ({ operation: "card_verify", cardId }),
  "POST /api/mandates/:id/approve": mandateSubject,
};

async function proofFor(endpoint: Endpoint, token: string, id: string | undefined) {
  const subject = SUBJECTS[nameOf(endpoint)]?.(id ?? "") as Parameters<
    typeof issueProof
  >[2]["subject"];
  if (endpoint.proof !== true && endpoint.proof !== "once" && subject === undefined) {
    return undefined;
  }
  const session = await createAuthenticator(app.context).session(token);
  if (session === undefined) {
    throw new Error("the session was just opened");
  }
  const { proof } = await issueProof(app.context, app.context.db.kysely, {
    ...{ session, factor: "totp", subject },
  });
  return proof;
}

/** Makes a call as a member, in a session of its own, since some calls end their session. */
async function ask(endpoint: Endpoint, id: string | undefined, role: MemberRole, things = acmes) {
  const person = people.get(role);
  if (person === undefined) {
    throw new Error(`nobody is ${role}`);
  }
  const { token } = await actingFor(app, acme, person);
  const proof = await proofFor(endpoint, token, id);
  const body = exampleBody(endpoint, things);
  const answer = await app.app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replace(":id", id ?? ""),
    headers: {
      authorization: `Bearer ${token}`,
      ...(proof !== undefined && { "x-proof": proof }),
      ...(body !== undefined && { "content-type": "application/json" }),
      "idempotency-key": newId(app.context.clock.now()),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const json = answer.body.startsWith("{") ? JSON.parse(answer.body) : {};
  return { status: answer.statusCode, code: json.code as unknown, json, text: answer.body };
}

const ofCustomers = () =>
  app.app.endpoints.filter(
    (endpoint) => endpoint.access === "session" && rolesOf(endpoint).includes("customer"),
  );
const ownId = (endpoint: Endpoint) =>
  endpoint.path.includes(":id") ? acmes[kindOf(endpoint)] : undefined;

it("member matrix: every call of customers has a row, and every row has a call", () => {
  expect(ofCustomers().map(nameOf).toSorted()).toEqual(Object.keys(MEMBER_MATRIX).toSorted());
});

it("member matrix: no call of operators is open to a member", () => {
  const open = app.app.endpoints.filter(
    (endpoint) => endpoint.access === "operator" && memberNeedOf(endpoint) !== undefined,
  );
  expect(open).toEqual([]);
});

/** Returns what is wrong with a response; undefined if nothing is. */
function wrongIn(
  { status, code, json }: Awaited<ReturnType<typeof ask>>,
  row: (typeof MEMBER_MATRIX)[string] | undefined,
  role: MemberRole,
): string | undefined {
  if (row === undefined) {
    return "no row";
  }
  if (typeof row === "string") {
    return status === 403 && code === row ? undefined : `${status} ${code}`;
  }
  if (row.includes(role)) {
    return status < 500 && !MEMBER_CODES.includes(code) ? undefined : `${status} ${code}`;
  }
  const told = { role: json.member?.role, allowed: json.member?.allowed };
  const isNamed = JSON.stringify(told) === JSON.stringify({ role, allowed: row });
  return status === 403 && code === "role_lacks_permission" && isNamed
    ? undefined
    : `${status} ${code} ${JSON.stringify(told)}`;
}

describe("a member", () => {
  // The owner comes last, because what they close stays closed.
  test.each(MEMBER_ROLES.toReversed())(
    "with the role %s makes the listed calls and no others",
    async (role) => {
      const wrong: string[] = [];
      for (const endpoint of ofCustomers()) {
        const answer = await ask(endpoint, ownId(endpoint), role);
        const problem = wrongIn(answer, MEMBER_MATRIX[nameOf(endpoint)], role);
        if (problem !== undefined) {
          wrong.push(`${nameOf(endpoint)}: ${problem}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

describe("an id in a member's call", () => {
  test.each(MEMBER_ROLES)(
    "gets the same response for another company's object as for a missing one: %s",
    async (role) => {
      const wrong: string[] = [];
      for (const endpoint of ofCustomers().filter(({ path }) => path.includes(":id"))) {
        const row = MEMBER_MATRIX[nameOf(endpoint)];
        const theirs = others[kindOf(endpoint)];
        const answers = [];
        for (const id of [theirs, theirs.replace(/[0-9a-f-]{36}$/, newId())]) {
          const { status, text } = await ask(endpoint, id, role);
          answers.push({ status, text: text.replace(/"requestId":"[^"]*"/, "") });
        }
        const [other, missing] = answers;
        const mayCall = typeof row !== "string" && row?.includes(role) === true;
        const isRight = other?.status === (mayCall ? 404 : 403);
        if (JSON.stringify(other) !== JSON.stringify(missing) || !isRight) {
          wrong.push(`${nameOf(endpoint)}: ${JSON.stringify(other)} ${JSON.stringify(missing)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

it("a member's role that moves money needs a second factor, as long as it is held", async () => {
  const { userId } = people.get("manager") ?? { userId: "" };
  await app.context.db.sql`delete from totp_factor where person_id = ${userId}`;
  const wrong: string[] = [];
  for (const endpoint of ofCustomers()) {
    const row = MEMBER_MATRIX[nameOf(endpoint)];
    if (typeof row === "string" || row?.includes("manager") !== true) {
      continue;
    }
    const { status, code } = await ask(endpoint, ownId(endpoint), "manager");
    const isOpen = memberNeedOf(endpoint) === "anyone";
    if (isOpen === (status === 403 && code === "second_factor_required")) {
      wrong.push(`${nameOf(endpoint)}: ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);
