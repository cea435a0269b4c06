import { createAuthenticator, issueProof } from "../modules/accounts/index.ts";
import { inTransaction } from "../platform/context.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { newToken } from "./role-things.ts";

interface ProvenCall {
  readonly key?: string;
  /** Another server than the app's own. */
  readonly server?: CardsApp["app"]["server"];
  /** Whether to go without `X-Proof`. */
  readonly unproven?: boolean;
}

/** Issues a fresh step-up token for the session of a token, as an operator's second factor does. */
export async function proofOf({ context }: CardsApp, token: string): Promise<string> {
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("the operator has no session");
  }
  const given = { session, factor: "totp", subject: undefined } as const;
  return (await inTransaction(context.db, (tx) => issueProof(context, tx, given))).proof;
}

/** Makes a call as an operator, in a live session and with a fresh step-up token. */
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
