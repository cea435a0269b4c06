import type { OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { addDemoTotp } from "../identity/second-factor/index.ts";
import { createAuthenticator, issueProof } from "../identity/sessions/index.ts";
import { inTransaction } from "../platform/context.ts";
import { newId, parseId } from "../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { newToken } from "./role-things.ts";
import { expectStatus } from "./test-cards.ts";

interface ProvenCall {
  readonly key?: string;
  /** A server to call instead of the app's server. */
  readonly server?: CardsApp["app"]["server"];
  /** Whether to omit `X-Proof`. */
  readonly unproven?: boolean;
}

/** Issues a new step-up token for a session, as if confirmed with an operator's second factor. */
async function proofOf({ context }: CardsApp, token: string): Promise<string> {
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("the operator has no session");
  }
  const given = { session, factor: "totp", subject: undefined } as const;
  return (await inTransaction(context.db, (tx) => issueProof(context, tx, given))).proof;
}

/** Makes a call as an operator with a live session, using a new step-up token. */
export async function callProven(
  app: CardsApp,
  who: TestCustomer,
  request: `${"GET" | "POST" | "PUT"} ${string}`,
  body?: object,
  { key, server = app.app.server, unproven = false }: ProvenCall = {},
): Promise<Answer> {
  const [method = "GET", url = ""] = request.split(" ");
  const isLive = (await createAuthenticator(app.context).session(who.token)) !== undefined;
  const token = isLive ? who.token : await newToken(app, who);
  const response = await server.inject({
    method: method as "GET" | "POST" | "PUT",
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!unproven && { "x-proof": await proofOf(app, token) }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { payload: body }),
  });
  const { statusCode: status, body: text, headers } = response;
  return { status, text, headers, body: text === "" ? undefined : response.json() };
}

interface Joining {
  readonly role: OperatorRole;
  readonly by: TestCustomer;
  /** The second administrator, if the role needs one. */
  readonly approver?: TestCustomer;
}

/** Invites an operator, accepts the emailed invitation and sets up a second factor. */
export async function joinByInvitation(
  app: CardsApp,
  { role, by, approver }: Joining,
): Promise<TestCustomer> {
  const email = `${newId()}@tessera.test`;
  const body = { email, role, locale: "en" };
  if (approver === undefined) {
    const path = "POST /api/admin/operator-invitations" as const;
    expectStatus(await callProven(app, by, path, body), 201);
  } else {
    const path = "POST /api/admin/proposals/invitation" as const;
    const asked = { ...body, reason: "A new colleague" };
    const { id } = expectStatus(await callProven(app, by, path, asked, { key: newId() }), 201).body;
    const approve = `POST /api/admin/proposals/${id}/approve` as const;
    expectStatus(await callProven(app, approver, approve), 200);
  }
  const { text } = await app.mailTo(email);
  const token = /\/operator-invitation#(vi1_[A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "";
  const password = "lanterns over the bay";
  const username = `op${newId().replaceAll("-", "").slice(-12)}`;
  const given = { token, username, password, confirmPassword: password };
  const accepted = await app.call(undefined, "POST /api/operator-invitations/accept", given);
  const { token: session, user } = expectStatus(accepted, 201).body;
  const id = parseId("usr", user.id) ?? "";
  await inTransaction(app.context.db, (tx) => addDemoTotp(app.context, tx, id));
  return { customerId: id, userId: id, username, email, password, token: session };
}

interface Dismissal {
  readonly by: TestCustomer;
  /** The administrator who approves the change. */
  readonly approver: TestCustomer;
}

type ChangeByTwo =
  | { readonly kind: "operator_remove" | "operator_suspend" }
  | { readonly kind: "operator_role"; readonly role: OperatorRole };

/**
 * Changes an operator at revision 1: one administrator proposes the change, and a second one
 * approves it.
 */
export async function changeByTwo(
  app: CardsApp,
  operator: TestCustomer,
  change: ChangeByTwo,
  { by, approver }: Dismissal,
): Promise<void> {
  const operatorId = `usr_${operator.userId}`;
  const body = { ...change, operatorId, revision: 1, reason: "They left the company" };
  const path = "POST /api/admin/proposals/operator" as const;
  const { id } = expectStatus(await callProven(app, by, path, body, { key: newId() }), 201).body;
  const approve = `POST /api/admin/proposals/${id}/approve` as const;
  expectStatus(await callProven(app, approver, approve), 200);
}

/** Removes an operator at revision 1 with the consent of two administrators. */
export function removeByTwo(
  app: CardsApp,
  operator: TestCustomer,
  dismissal: Dismissal,
): Promise<void> {
  return changeByTwo(app, operator, { kind: "operator_remove" }, dismissal);
}
