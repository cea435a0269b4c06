import type { Role } from "@tessera/contract/identity/accounts.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { CARD_CHECKS } from "../cards/lifecycle/index.ts";
import { addOperator } from "../identity/people/index.ts";
import { addDemoTotp } from "../identity/second-factor/index.ts";
import { openSession } from "../identity/sessions/index.ts";
import { type AppContext, inTransaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { brokenPromises } from "./broken-promises.ts";
import { giveMoney } from "./give-money.ts";
import { createTestApp, type TestApp, type TestAppOptions, type TestCustomer } from "./test-app.ts";

export type { TestCustomer } from "./test-app.ts";

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert a response's shape
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface CallOptions {
  /** The Idempotency-Key header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The real app, with shorthand for the calls that card tests make. */
export interface CardsApp
  extends Pick<
    TestApp,
    | "app"
    | "context"
    | "database"
    | "practiceDatabase"
    | "clock"
    | "logs"
    | "prove"
    | "mailTo"
    | "close"
  > {
  /** Creates a customer whose accounts contain money. Amounts are in minor units. */
  newCustomer(money?: Partial<Record<CurrencyCode, bigint>>): Promise<TestCustomer>;
  /** Creates an operator of the program. */
  newOperator(role?: Exclude<Role, "customer">): Promise<TestCustomer>;
  call(
    customer: TestCustomer | undefined,
    request: `${Method} ${string}`,
    body?: object,
    options?: CallOptions,
  ): Promise<Answer>;
  /** Lists the violated ledger invariants, each with its first violating row. */
  brokenBooks(): Promise<readonly string[]>;
}

export async function createCardsApp(
  env: Readonly<Record<string, string>> = {},
  options: Omit<TestAppOptions, "env" | "webRoot"> = {},
): Promise<CardsApp> {
  const app = await createTestApp({ env, ...options });
  const { context } = app;
  const sessions = keepSessions(app);
  return {
    ...app,
    async newCustomer(money = { USD: 1_000_000n }) {
      const customer = sessions.keep(await app.signUp());
      for (const currency of CURRENCIES) {
        const amountMinor = money[currency] ?? 0n;
        if (amountMinor > 0n) {
          await giveMoney(context, { customerId: customer.customerId, currency, amountMinor });
        }
      }
      return customer;
    },
    newOperator: async (role = "support") => sessions.keep(await addTestOperator(context, role)),
    async call(customer, request, body, options = {}) {
      const [method = "GET", url = ""] = request.split(" ");
      const { json, ...answer } = await app.call(method as Method, url, {
        ...(customer !== undefined && { token: await sessions.tokenOf(customer) }),
        ...(body !== undefined && { body }),
        headers: {
          ...(options.key !== undefined && { "idempotency-key": options.key }),
          ...options.headers,
        },
      });
      return { ...answer, body: json };
    },
    brokenBooks: () => brokenPromises(context, CARD_CHECKS),
  };
}

/** Adds an operator with a live session and, by default, a second factor. */
export async function addTestOperator(
  context: AppContext,
  role: Exclude<Role, "customer">,
  { hasFactor = true } = {},
): Promise<TestCustomer> {
  const email = `${newId()}@tessera.test`;
  return inTransaction(context.db, async (tx) => {
    const input = { email, passwordHash: "none", locale: "en", requestId: "test" } as const;
    const person = await addOperator(context, tx, { ...input, role });
    if (person === undefined) {
      throw new Error(`${email} is taken`);
    }
    if (hasFactor) {
      await addDemoTotp(context, tx, person.id);
    }
    const visitor = { ip: "127.0.0.1", device: "test", remember: false };
    const token = await openSession(context, tx, person.id, visitor);
    const { id, username } = person;
    return { customerId: id, userId: id, username, email, password: "", token };
  });
}

const SESSION_SECONDS = 3_600;

/** Renews sessions that have become too old, since tests advance the clock by days. */
function keepSessions({ context, clock }: TestApp) {
  const tokens = new Map<string, { readonly token: string; readonly atSeconds: number }>();
  return {
    keep(customer: TestCustomer): TestCustomer {
      tokens.set(customer.userId, { token: customer.token, atSeconds: clock.offsetSeconds });
      return customer;
    },
    async tokenOf(customer: TestCustomer): Promise<string> {
      const { userId } = customer;
      const kept = tokens.get(userId) ?? { token: customer.token, atSeconds: clock.offsetSeconds };
      const isOld = clock.offsetSeconds - kept.atSeconds >= SESSION_SECONDS;
      const visitor = { ip: "127.0.0.1", device: "test", remember: false };
      const token = isOld
        ? await inTransaction(context.db, (tx) => openSession(context, tx, userId, visitor))
        : kept.token;
      tokens.set(userId, { token, atSeconds: isOld ? clock.offsetSeconds : kept.atSeconds });
      return token;
    },
  };
}
