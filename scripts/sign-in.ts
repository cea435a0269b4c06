import { administrator } from "../e2e/src/operators.ts";
import { call, createCustomer } from "../e2e/src/sandbox-client.ts";

/** A session in the form that the console stores, along with the ids of items to show. */
export interface SignIn {
  /** Local storage entries. */
  readonly stored: Readonly<Record<string, string>>;
  readonly password: string;
  readonly cardId: string;
  readonly frozenCardId: string;
  readonly segmentId: string;
  /**
   * The ids of the demo customer and of the customer's cases and conversations, for operator
   * screens.
   */
  readonly customerId: string;
  readonly withdrawalId: string;
  readonly caseId: string;
  readonly conversationId: string;
}

interface Session {
  readonly token: string;
  readonly user: unknown;
  readonly menus: unknown;
}

interface Listed {
  readonly data: readonly { readonly id: string; readonly kind?: string }[];
}

interface Card {
  readonly id: string;
  readonly network: string;
}

/** The customer in every new sandbox database, unless environment variables say otherwise. */
const DEMO = {
  username: process.env.DEMO_USERNAME ?? "demo",
  password: process.env.DEMO_PASSWORD ?? "quiet harbour mosaic",
};

/**
 * Signs in over HTTP, and freezes one card so that there is a frozen card to show.
 *
 * @throws Error with the server's response if a request fails
 */
export async function signInAsDemoCustomer(origin: string): Promise<SignIn> {
  const path = "/api/customer/login";
  const session = await ask<Session & { user: { id: string } }>(origin, path, { body: DEMO });
  const { token } = session;
  const cards = await ask<{ readonly data: readonly Card[] }>(origin, "/api/cards", { token });
  const list = (path: string) => ask<Listed>(origin, path, { token });
  const segments = await list("/api/card-segments");
  const card = cards.data.find(({ network }) => network === "visa");
  const frozen = cards.data.find(({ network }) => network === "mastercard");
  const [segment] = segments.data;
  if (card === undefined || frozen === undefined || segment === undefined) {
    throw new Error("The demo customer lacks a Visa and a Mastercard, or there is no segment.");
  }
  await ask(origin, `/api/cards/${frozen.id}/freeze`, { token, method: "POST" });
  return {
    stored: storedOf(session),
    password: DEMO.password,
    cardId: card.id,
    frozenCardId: frozen.id,
    segmentId: segment.id,
    customerId: session.user.id,
    ...(await atDesk(list)),
  };
}

/** Finds the demo customer's latest requests to operators. */
async function atDesk(list: (path: string) => Promise<Listed>) {
  const [withdrawals, reviews, conversations] = await Promise.all([
    list("/api/wallet/withdrawals"),
    list("/api/reviews"),
    list("/api/support/conversations"),
  ]);
  return {
    withdrawalId: withdrawals.data[0]?.id ?? "",
    caseId: reviews.data.find(({ kind }) => kind === "withdrawal")?.id ?? "",
    conversationId: conversations.data.at(1)?.id ?? "",
  };
}

/**
 * Signs in as the demo's administrator. Keeps the ids from `demo`, so that there are items to show.
 */
export async function signInAsAdministrator(origin: string, demo: SignIn): Promise<SignIn> {
  return { ...demo, stored: storedOf(await administrator(origin)) };
}

/** Registers a user who has no data yet. Keeps the ids from `demo`. */
export async function signInAsNewcomer(origin: string, demo: SignIn): Promise<SignIn> {
  const { stored, password } = await createCustomer(origin);
  return { ...demo, stored, password };
}

function storedOf({ token, user, menus }: Session): Readonly<Record<string, string>> {
  return {
    token,
    user: JSON.stringify(user),
    menus: JSON.stringify(menus),
    "tessera-announcement-hidden-at": String(Date.now()),
  };
}

async function ask<T>(
  origin: string,
  path: string,
  options: Parameters<typeof call>[2],
): Promise<T> {
  const { status, body } = await call<T>(origin, path, options);
  if (status >= 300) {
    throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}
