import type { CurrencyCode } from "@tessera/money";
import { openSession } from "../modules/accounts/index.ts";
import { CARD_CHECKS } from "../modules/cards/index.ts";
import { type AppContext, inTransaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { createTestApp, type TestApp, type TestCustomer } from "./test-app.ts";

export type { TestCustomer } from "./test-app.ts";

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what tests assert
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The real app, with the short words that tests about cards use. */
export interface CardsApp extends Pick<TestApp, "context" | "clock" | "logs" | "prove" | "close"> {
  /** A customer with money in the accounts, in minor units. */
  newCustomer(money?: Partial<Record<CurrencyCode, bigint>>): Promise<TestCustomer>;
  call(
    customer: TestCustomer | undefined,
    request: `${"GET" | "POST"} ${string}`,
    body?: object,
    options?: CallOptions,
  ): Promise<Answer>;
  /** Which promises of the books do not hold, each with the first row that breaks it. */
  brokenBooks(): Promise<readonly string[]>;
}

export async function createCardsApp(
  env: Readonly<Record<string, string>> = {},
): Promise<CardsApp> {
  const app = await createTestApp({ env });
  const { context } = app;
  const sessions = keepSessions(app);
  return {
    ...app,
    async newCustomer(money = { USD: 1_000_000n }) {
      const customer = await app.signUp();
      await deposit(context, customer.customerId, money);
      return customer;
    },
    async call(customer, request, body, options = {}) {
      const [method, url = ""] = request.split(" ");
      const { json, ...answer } = await app.call(method === "POST" ? "POST" : "GET", url, {
        ...(customer !== undefined && { token: await sessions.tokenOf(customer) }),
        ...(body !== undefined && { body }),
        headers: {
          ...(options.key !== undefined && { "idempotency-key": options.key }),
          ...options.headers,
        },
      });
      return { ...answer, body: json };
    },
    async brokenBooks() {
      const report = await context.ledger.verify(context.db, { extraChecks: CARD_CHECKS });
      return report.checks
        .filter(({ holds }) => !holds)
        .map(({ name, firstBroken }) => `${name}: ${firstBroken}`);
    },
  };
}

const SESSION_SECONDS = 3_600;

/** Tests move the clock by days, which sessions do not outlive; these are opened anew. */
function keepSessions({ context, clock }: TestApp) {
  const tokens = new Map<string, { readonly token: string; readonly atSeconds: number }>();
  return {
    async tokenOf(customer: TestCustomer): Promise<string> {
      const { userId } = customer;
      const kept = tokens.get(userId) ?? { token: customer.token, atSeconds: clock.offsetSeconds };
      const isOld = clock.offsetSeconds - kept.atSeconds > SESSION_SECONDS;
      const visitor = { ip: "127.0.0.1", device: "test", remember: false };
      const token = isOld
        ? await inTransaction(context.db, (tx) => openSession(context, tx, userId, visitor))
        : kept.token;
      tokens.set(userId, { token, atSeconds: isOld ? clock.offsetSeconds : kept.atSeconds });
      return token;
    },
  };
}

async function deposit(
  { ledger, db, clock }: AppContext,
  customerId: string,
  money: Partial<Record<CurrencyCode, bigint>>,
): Promise<void> {
  const accounts = await db.sql<{ id: bigint; currency: CurrencyCode }[]>`
    select id, currency from ledger.account where customer_id = ${customerId} and kind = 'account'`;
  for (const { id, currency } of accounts) {
    const amountMinor = money[currency] ?? 0n;
    const debit = ledger.houseAccount("bank_clearing", currency);
    if (amountMinor > 0n) {
      await ledger.submit({
        id: newId(clock.now()),
        customerId,
        kind: "deposit",
        cardId: null,
        parentId: null,
        status: "completed",
        currency,
        amountMinor,
        feeMinor: 0n,
        title: "",
        data: {},
        eventAt: clock.now(),
        clientKey: null,
        legs: [{ type: "transfer", debit, credit: id, amountMinor }],
      });
    }
  }
}
