import type { Endpoint } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { providers } from "../adapters/providers/registry.ts";
import { buildApp } from "../app.ts";
import { openCustomer } from "../identity/people/index.ts";
import { openSession } from "../identity/sessions/index.ts";
import { readConfig } from "../platform/config/config.ts";
import { inTransaction } from "../platform/context.ts";
import { hashPassword } from "../platform/crypto/password-hasher.ts";
import { newId } from "../platform/ids.ts";
import { CustodianDouble } from "../testing/custodian-double.ts";
import { type LiveTessera, startLive } from "../testing/live-home.ts";
import { startBackgroundWork } from "./background-work.ts";

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const PASSWORD = "three small boats at dawn";
const WAIT = { timeout: 120_000 };

const STRIPE = {
  ISSUER_PROVIDER: "stripe",
  NETWORK_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  STRIPE_PUBLISHABLE_KEY: "pk_live_0123456789",
  STRIPE_CARDHOLDER_TERMS_URL: "https://issuer.example/cardholder-terms",
} as const;

let double: CustodianDouble;
let live: LiveTessera;

beforeAll(async () => {
  double = await CustodianDouble.start();
  live = await startLive({
    ...double.settings,
    ...double.priceSettings,
    WITHDRAWAL_CANCEL_SECONDS: "1",
  });
}, 180_000);
afterAll(async () => {
  await live.close();
  await double.stop();
});

it("live mode writes only JSON lines to standard output, one of which says it is running", () => {
  // The last line may have arrived only in part.
  const lines = live
    .stdout()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === "Tessera is running")).toMatchObject([
    {
      level: "info",
      mode: "live",
      console: live.settings.PUBLIC_URL,
      listening: live.url.replace("127.0.0.1", "localhost"),
      virusScan: "off",
    },
  ]);
});

/** Lists every combination of one element from each list. */
function combinations(choices: readonly (readonly Record<string, string>[])[]) {
  return choices.reduce<Record<string, string>[]>(
    (made, options) => made.flatMap((one) => options.map((option) => ({ ...one, ...option }))),
    [{}],
  );
}

describe("live mode with every combination of providers", () => {
  const sandboxCalls = Object.values(ENDPOINTS)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .filter(({ path }) => path.startsWith("/sandbox"));

  function allowed() {
    return combinations([
      [{ CHAIN_PROVIDER: "none" }, { CHAIN_PROVIDER: "custodian" }],
      [{ PAYOUT_PROVIDER: "none" }, { PAYOUT_PROVIDER: "custodian" }],
      [{ RATES_PROVIDER: "none" }, { RATES_PROVIDER: "ecb", RATES_URL: "http://127.0.0.1:9/" }],
      [{ ISSUER_PROVIDER: "none", NETWORK_PROVIDER: "none" }, STRIPE],
    ]);
  }

  it("creates no simulator, starts no simulator job and has no sandbox route", async () => {
    const { CHAIN_PROVIDER: _chain, PAYOUT_PROVIDER: _payout, ...custodian } = double.settings;
    const found: string[] = [];
    for (const settings of allowed()) {
      const config = readConfig({ ...live.settings, ...custodian, ...settings });
      const jobs: string[] = [];
      const context = {
        ...live.context,
        config,
        jobs: {
          enqueue: async () => undefined,
          work: async (queue: string) => void jobs.push(queue),
          every: (_ms: number, name: string) => void jobs.push(name),
          hourly: (name: string) => void jobs.push(name),
          startHourly: async () => undefined,
          stop: async () => undefined,
        },
      };
      expect(context.use(providers).simulators).toBeUndefined();
      const app = await buildApp(context, { maxEventLoopDelayMs: 0 });
      await startBackgroundWork(context);
      found.push(...jobs.filter((name) => name.includes("sandbox")));
      for (const { method, path } of sandboxCalls) {
        if (app.server.hasRoute({ method, url: path })) {
          found.push(`${method} ${path}`);
        }
      }
      for (const url of ["/sandbox/mail", "/sandbox/authenticator"]) {
        const { statusCode } = await app.server.inject({ method: "GET", url });
        found.push(...(statusCode === 404 ? [] : [url]));
      }
      expect(jobs).toContain("wallet.expire-deposits");
      await app.server.close();
    }
    expect(found).toEqual([]);
    expect(sandboxCalls.length).toBeGreaterThan(10);
  }, 300_000);
});

interface Visitor {
  readonly customerId: string;
  call(
    request: `${"GET" | "POST"} ${string}`,
    body?: object,
    headers?: Readonly<Record<string, string>>,
    // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what tests assert
  ): Promise<any>;
}

async function newCustomer(): Promise<Visitor> {
  const { context, url } = live;
  const passwordHash = await hashPassword(context.keys, PASSWORD);
  const { token, customerId } = await inTransaction(context.db, async (tx) => {
    const person = await openCustomer(context, tx, {
      email: `${newId()}@example.com`,
      passwordHash,
      locale: "en",
      requestId: null,
      acceptance: { at: context.clock.now(), locale: "en", network: null, device: "test" },
    });
    const visitor = { ip: "127.0.0.1", device: "test", remember: false };
    const opened = await openSession(context, tx, person?.id ?? "", visitor);
    return { token: opened, customerId: person?.customerId ?? "" };
  });
  return {
    customerId,
    async call(request, body, headers = {}) {
      const [method = "GET", path = ""] = request.split(" ");
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, ...JSON.parse(await answer.text()) };
    },
  };
}

/** Creates a deposit and waits until it is credited to the customer. */
async function deposited(customer: Visitor, amount: string): Promise<void> {
  const key = newId();
  const ask = () =>
    customer.call(
      "POST /api/wallet/deposits",
      { asset: "USDT", network: "TRC20", amount },
      { "idempotency-key": key },
    );
  // No deposit can be opened until the server has fetched the USDT price after it starts.
  const statusOfNew = async () => (await ask()).status;
  await expect.poll(statusOfNew, { ...WAIT, interval: 200 }).toBe("pending");
  const deposit = await ask();
  expect(deposit.confirmationsRequired).toBe(3);
  double.pay(deposit.address, "TRC20", amount);
  const statusOf = async () => {
    double.mine();
    return (await customer.call(`GET /api/wallet/deposits/${deposit.id}`)).status;
  };
  await expect.poll(statusOf, { ...WAIT, interval: 500 }).toBe("completed");
}

async function prove(customer: Visitor, subject: object): Promise<Record<string, string>> {
  const { proof } = await customer.call("POST /api/auth/proof", { password: PASSWORD, subject });
  return { "x-proof": proof, "idempotency-key": newId() };
}

describe("live mode on a new database", () => {
  it("has no card products after its start, although migrations add the sandbox's", async () => {
    const [lines] = await live.asOwner<{ rows: number }[]>`
      select count(*)::int as rows from card_segment`;
    expect(lines?.rows).toBe(0);
    const customer = await newCustomer();
    expect((await customer.call("GET /api/card-segments")).data).toEqual([]);
  });
});

describe("live mode with a custodian", () => {
  it("credits each deposit and pays each withdrawal once even if a response is lost", async () => {
    const customer = await newCustomer();
    expect(await customer.call("GET /api/offering")).toMatchObject({
      deposits: true,
      withdrawals: true,
      rates: false,
      cards: false,
    });
    await deposited(customer, "80.00");

    const own = { address: TRON, network: "TRC20" };
    const added = await customer.call(
      "POST /api/wallet/addresses",
      { label: "Own", ...own },
      await prove(customer, { operation: "payout_address", ...own }),
    );
    // A new address has a waiting period of one day, so the test backdates it.
    await live.asOwner`update payout_address set created_at = now() - interval '2 days',
      usable_at = now() - interval '1 day' where address = ${TRON}`;
    const quote = await customer.call("POST /api/wallet/withdrawals/quote", {
      addressId: added.id,
      amount: "20.00",
    });
    const { quoteId, amount, currency, address } = quote;
    double.next(/PUT .*payouts/, "drop_answer");
    const withdrawal = await customer.call(
      "POST /api/wallet/withdrawals",
      { quoteId },
      await prove(customer, { operation: "withdrawal", quoteId, amount, currency, address }),
    );
    await expect.poll(() => double.payouts.size, WAIT).toBe(1);
    const [payout = ""] = [...double.payouts.keys()];
    expect(await double.tell(`${live.url}/webhooks/payout`, payout, 3)).toEqual([200, 200, 200]);
    const stageOf = async () => {
      double.mine();
      return (await customer.call(`GET /api/wallet/withdrawals/${withdrawal.id}`)).stage;
    };
    await expect.poll(stageOf, { ...WAIT, interval: 500 }).toBe("completed");
    expect(double.paid).toEqual([payout]);
    const paid = await customer.call(`GET /api/wallet/withdrawals/${withdrawal.id}`);
    expect(paid.transactionHash).toBe(double.payouts.get(payout)?.transactionHash);
    expect(await simulatedRows()).toEqual([0, 0, 0, 0, 0]);
  }, 600_000);

  it("opens no deposit while the custodian is down, and the error says what to do", async () => {
    const customer = await newCustomer();
    double.next(/PUT .*deposit-addresses/, "drop_request");
    const refused = await customer.call(
      "POST /api/wallet/deposits",
      { asset: "USDT", network: "TRC20", amount: "50.00" },
      { "idempotency-key": newId() },
    );
    expect(refused).toMatchObject({ status: 503, code: "provider_unavailable" });
    expect(refused.address).toBeUndefined();
    const history = await customer.call("GET /api/wallet/history");
    expect(history.data).toEqual([]);
  });

  it("has no routes under /sandbox, and rejects a message with an invalid signature", async () => {
    for (const path of ["/sandbox/mail", "/sandbox/payouts", "/sandbox/clock"]) {
      expect((await fetch(live.url + path)).status).toBe(404);
    }
    const forged = await fetch(`${live.url}/webhooks/payout`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": "1",
        "webhook-signature": "v1,AAAA",
      },
      body: "{}",
    });
    expect(forged.status).toBe(400);
  });
});

/** Counts the rows in tables that only simulators write. */
async function simulatedRows(): Promise<number[]> {
  const rows = await live.context.db.sql<{ rows: number }[]>`
    select count(*)::int as rows from sandbox_chain_transfer union all
    select count(*)::int from sandbox_payout union all
    select count(*)::int from sandbox_payout_outcome union all
    select count(*)::int from sandbox_payout_message union all
    select count(*)::int from sandbox_clock`;
  return rows.map(({ rows: count }) => count);
}
