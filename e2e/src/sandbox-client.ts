import { setTimeout } from "node:timers/promises";
import { CAPTCHA_ANSWER } from "../../scripts/sandbox-server.ts";
import { openMailbox } from "./mailbox.ts";

/** What a merchant knows about a card. */
export interface CardDetails {
  readonly pan: string;
  readonly cvv: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** Maximum wait in milliseconds, enough for all confirmations of a deposit on a busy machine. */
const DEPOSIT_WAIT_MS = 60_000;
const POLL_MS = 50;
/** Maximum time in milliseconds for which a busy server's rejections are waited out. */
const OVERLOAD_WAIT_MS = 30_000;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface CallOptions {
  readonly method?: "GET" | "POST" | "PUT";
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  readonly proof?: string;
}

interface Deposit {
  readonly id: string;
  readonly status: string;
  readonly creditAmount: string;
}

export interface Card {
  readonly id: string;
  readonly status: string;
  readonly balance: string;
  readonly last4: string;
}

interface Segment {
  readonly id: string;
  readonly currency: string;
  readonly openingFee: string;
  readonly inStock: boolean;
}

/** A customer for a single test, with everything the test can do without the console. */
export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The console's entries in local storage for this session. */
  readonly stored: Readonly<Record<string, string>>;
  readonly get: <T>(path: string) => Promise<T>;
  /** Sends a POST, with a new idempotency key unless `key` is set; throws unless it succeeds. */
  readonly post: <T>(path: string, body?: unknown, key?: string) => Promise<T>;
  /** Deposits US dollars and waits until they are credited to the account. */
  readonly fund: (amount: string) => Promise<void>;
  /** Opens a US dollar card. */
  readonly openCard: () => Promise<Card>;
  /** Loads a card with funds from the account. */
  readonly addFunds: (cardId: string, amount: string) => Promise<void>;
  /** Returns a card's number and CVV, as a merchant would get them. */
  readonly revealCard: (cardId: string) => Promise<CardDetails>;
  /** Returns the account's available balance in US dollars. */
  readonly accountBalance: () => Promise<string>;
}

/**
 * Calls the server at `origin`. Every response is either JSON or empty. A request that a busy
 * server rejected before doing anything is sent again, as the console does.
 */
export async function call<T>(
  origin: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const until = Date.now() + OVERLOAD_WAIT_MS;
  for (;;) {
    const answer = await callOnce<T>(origin, path, options);
    const isOverloaded =
      answer.status === 503 && (answer.body as { code?: string })?.code === "overloaded";
    if (!isOverloaded || Date.now() > until) {
      return answer;
    }
    await setTimeout(answer.retryAfterMs);
  }
}

async function callOnce<T>(origin: string, path: string, options: CallOptions) {
  const { body, token, key, proof } = options;
  const answer = await fetch(`${origin}${path}`, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(proof === undefined ? {} : { "x-proof": proof }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === "" ? undefined : JSON.parse(text)) as T,
    retryAfterMs: Number(answer.headers.get("retry-after") ?? 1) * 1_000,
  };
}

async function expectOk<T>(path: string, asked: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await asked;
  if (status >= 300) {
    throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}

/** Returns an email address that no other customer in this run has. */
export function freshEmail(): string {
  return `e2e-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

export const PASSWORD = "seven quiet tiles in a row";

/** Registers a customer with an emailed code and signs them in, all over HTTP. */
export async function createCustomer(origin: string): Promise<Customer> {
  const email = freshEmail();
  const password = PASSWORD;
  const captcha = await fetch(`${origin}/api/captcha?t=${Date.now()}`);
  await captcha.arrayBuffer();
  const captchaId = captcha.headers.get("x-captcha-id");
  const post = <T>(path: string, body: unknown) => expectOk(path, call<T>(origin, path, { body }));
  await post("/api/auth/send-code", {
    email,
    purpose: "register",
    captchaId,
    captchaCode: CAPTCHA_ANSWER,
  });
  const code = await openMailbox(origin).codeFor(email);
  await post("/api/customer/register", {
    email,
    code,
    password,
    confirmPassword: password,
    agreement: true,
  });
  const session = await post<{ token: string; user: unknown; menus: unknown }>(
    "/api/customer/login",
    { username: email, password },
  );
  return { email, password, ...sessionOf(origin, session, password) };
}

function sessionOf(
  origin: string,
  session: { readonly token: string; readonly user: unknown; readonly menus: unknown },
  password: string,
): Omit<Customer, "email" | "password"> {
  const { token } = session;
  const get = <T>(path: string) => expectOk(path, call<T>(origin, path, { token }));
  const post = <T>(path: string, body: unknown = {}, key: string = crypto.randomUUID()) =>
    expectOk(path, call<T>(origin, path, { token, body, key }));
  const accountBalance = async () => {
    const { balances } = await get<{
      readonly balances: readonly { readonly currency: string; readonly available: string }[];
    }>("/api/wallet?currency=USD");
    return balances.find(({ currency }) => currency === "USD")?.available ?? "0.00";
  };
  return {
    token,
    stored: {
      token,
      user: JSON.stringify(session.user),
      menus: JSON.stringify(session.menus),
      "tessera-announcement-hidden-at": String(Date.now()),
    },
    get,
    post,
    accountBalance,
    fund: async (amount) => {
      const { id } = await post<Deposit>("/api/wallet/deposits", {
        asset: "USDT",
        network: "ERC20",
        amount,
        currency: "USD",
      });
      await post("/sandbox/chain/pay", { depositId: id, confirmed: true });
      await untilCompleted(() => get<Deposit>(`/api/wallet/deposits/${id}`));
    },
    openCard: async () => {
      const { data } = await get<{ readonly data: readonly Segment[] }>("/api/card-segments");
      const segment = data.find((one) => one.currency === "USD" && one.inStock);
      const { cardId } = await post<{ readonly cardId: string }>("/api/card-applications", {
        segmentId: segment?.id,
        billingAddress: "auto",
        openingFee: segment?.openingFee,
      });
      return get<Card>(`/api/cards/${cardId}`);
    },
    addFunds: async (cardId, amount) => {
      const { quoteId } = await post<{ readonly quoteId: string }>(`/api/cards/${cardId}/quote`, {
        operation: "deposit",
        amount,
      });
      await post(`/api/cards/${cardId}/deposit`, { quoteId });
    },
    revealCard: async (cardId) => {
      const { proof } = await post<{ readonly proof: string }>("/api/auth/proof", { password });
      const path = `/api/cards/${cardId}/reveal`;
      return expectOk(path, call<CardDetails>(origin, path, { method: "POST", token, proof }));
    },
  };
}

async function untilCompleted(read: () => Promise<Deposit>): Promise<void> {
  const deadline = performance.now() + DEPOSIT_WAIT_MS;
  while (performance.now() < deadline) {
    if ((await read()).status === "completed") {
      return;
    }
    await setTimeout(POLL_MS);
  }
  throw new Error(`A paid deposit was not completed within ${DEPOSIT_WAIT_MS / 1000} s.`);
}
