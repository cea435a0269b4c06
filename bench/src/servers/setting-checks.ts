import { requireThat } from "./check-list.ts";
import type { Client } from "./client.ts";
import { customerAt, type Lab, originAt, othersThan } from "./lab.ts";
import { type Customer, operatorProof, paymentWith } from "./people.ts";

const RULES = "/api/admin/programme/rules";
const NAMES = { en: "Lab rule", "zh-CN": "规则", "zh-TW": "規則" };
/** How many payments each server decides before a change, so that it has cached the rules. */
const WARM_UPS = 2;

/** Returns the code with which a server answers a payment of one cent. */
async function pay(client: Client, origin: string, customer: Customer, mcc?: string) {
  const body = paymentWith(customer, "0.01", mcc);
  return (await client.ok(origin, "POST /sandbox/network/authorize", { body })).code as string;
}

/**
 * Changes something on each server in turn, and checks that the first payment on every other server
 * is decided by it.
 */
async function checkDecision(
  lab: Lab,
  customer: Customer,
  {
    mcc,
    change,
    declined,
    undo,
  }: {
    readonly mcc?: string;
    readonly change: (origin: string) => Promise<unknown>;
    readonly declined: RegExp;
    readonly undo: (origin: string) => Promise<unknown>;
  },
): Promise<string> {
  const client = lab.newClient();
  let calls = 0;
  for (const place of lab.group.origins.keys()) {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
      for (const origin of lab.group.origins) {
        const code = await pay(client, origin, customer, mcc);
        requireThat(code === "approved", `${code} before the change`);
      }
    }
    await change(originAt(lab, place));
    for (const origin of othersThan(lab, place)) {
      const code = await pay(client, origin, customer, mcc);
      requireThat(declined.test(code), `${code} after the change on another server`);
      calls += 1;
    }
    await undo(originAt(lab, place + 1));
  }
  return `in force at the first of ${calls} payments on other servers`;
}

async function freezeCards(lab: Lab): Promise<string> {
  const customer = customerAt(lab, 9);
  const client = lab.newClient();
  const set = (what: string) => (origin: string) =>
    client.ok(origin, `POST /api/cards/${customer.cardId}/${what}`, { token: customer.token });
  return checkDecision(lab, customer, {
    change: set("freeze"),
    declined: /^card_frozen/,
    undo: set("unfreeze"),
  });
}

async function changeStrategies(lab: Lab): Promise<string> {
  const customer = customerAt(lab, 9);
  const client = lab.newClient();
  const { token } = customer;
  const rule = {
    when: { mccs: { match: "any_of", values: ["5735"] } },
    ...{ action: "decline", scope: { cards: "all" }, counts: "per_card", email: false },
  };
  const path = "POST /api/risk/strategies";
  const drafted = { token, body: { name: "Lab", rule } };
  const { id } = await client.ok(originAt(lab, 0), path, drafted);
  const turn = (status: string) => (origin: string) =>
    client.ok(origin, `${path}/${id}/status`, { token, body: { status } });
  return checkDecision(lab, customer, {
    mcc: "5735",
    change: turn("active"),
    declined: /^mcc_blocked$/,
    undo: turn("paused"),
  });
}

/** Changes a program rule as one administrator, and approves it as the other on another server. */
async function turnRule(lab: Lab, id: string, mode: string, origin: string): Promise<void> {
  const { one, two } = lab.operators;
  const client = lab.newClient();
  const { token } = one;
  const { version, names, terms } = await client.ok(origin, `GET ${RULES}/${id}`, { token });
  const body = { version, names, terms, mode, reason: "The lab" };
  const changed = await client.ok(origin, `PUT ${RULES}/${id}`, { token, body });
  const proposal = changed.proposal?.id;
  if (proposal !== undefined) {
    const proof = await operatorProof(client, origin, two);
    const path = `POST ${RULES.replace("/rules", "/rule-proposals")}/${proposal}/approve`;
    await client.ok(origin, path, { token: two.token, proof });
  }
}

async function changeProgramRules(lab: Lab): Promise<string> {
  const customer = customerAt(lab, 9);
  const { token } = lab.operators.one;
  const terms = { kind: "payments", when: { mccs: { match: "any_of", values: ["5733"] } } };
  const body = { names: NAMES, terms, mode: "off", reason: "The lab" };
  const client = lab.newClient();
  const { id } = await client.ok(originAt(lab, 0), `POST ${RULES}`, { token, body });
  const warm = async (wanted: RegExp, origins: readonly string[]) => {
    for (const origin of origins) {
      const code = await pay(client, origin, customer, "5733");
      requireThat(wanted.test(code), `${code} on ${origin}`);
    }
  };
  await warm(/^approved$/, lab.group.origins);
  await turnRule(lab, id, "active", originAt(lab, 0));
  await warm(/^programme_/, othersThan(lab, 0));
  await turnRule(lab, id, "off", originAt(lab, 1));
  await warm(/^approved$/, othersThan(lab, 1));
  return "in force, and off again, at the first payment on every other server";
}

async function lowerSettings(lab: Lab): Promise<string> {
  const { token } = lab.operators.one;
  const client = lab.newClient();
  const customer = customerAt(lab, 9);
  const path = "/api/admin/programme/settings";
  const limitAt = async (origin: string): Promise<string> => {
    const terms = "GET /api/wallet/withdrawals/terms";
    return (await client.ok(origin, terms, { token: customer.token })).dayLimit;
  };
  for (const place of lab.group.origins.keys()) {
    await Promise.all(lab.group.origins.map(limitAt));
    const { current } = await client.ok(originAt(lab, place), `GET ${path}`, { token });
    const { version, withdrawal, application, correction } = current;
    const lowered = (Number(withdrawal.dayLimitWithoutFactor) - 1).toFixed(2);
    const body = {
      ...{ version, application, correction },
      withdrawal: { ...withdrawal, dayLimitWithoutFactor: lowered },
    };
    await client.ok(originAt(lab, place), `PUT ${path}`, { token, body });
    for (const origin of othersThan(lab, place)) {
      const limit = await limitAt(origin);
      requireThat(limit === lowered, `${origin} still says ${limit} instead of ${lowered}`);
    }
  }
  return "a withdrawal limit, in force at the first call on every other server";
}

/** Moves the clock on one server, past the start of new fees that another one published. */
async function startFees(lab: Lab): Promise<string> {
  const { token } = lab.operators.one;
  const client = lab.newClient();
  const { cardId, token: customer } = customerAt(lab, 9);
  const path = "/api/admin/programme/fees";
  const { data } = await client.ok(originAt(lab, 0), `GET ${path}`, { token });
  const inForce = data.find(({ status }: { status: string }) => status === "in_force");
  const cardOpeningFees = Object.fromEntries(
    inForce.cardOpeningFees.map((fee: { currency: string; amount: string }) => [
      fee.currency,
      fee.amount,
    ]),
  );
  const { now } = await client.ok(originAt(lab, 0), "GET /sandbox/clock");
  const body = {
    cardOpeningFees,
    cardDepositBasisPoints: 100,
    withdrawalBasisPoints: inForce.withdrawalBasisPoints,
    effectiveFrom: new Date(Date.parse(now) + 120_000).toISOString(),
  };
  await client.ok(originAt(lab, 0), `POST ${path}`, { token, body });
  const feeAt = async (origin: string): Promise<string> => {
    const quote = { token: customer, body: { operation: "deposit", amount: "100.00" } };
    return (await client.ok(origin, `POST /api/cards/${cardId}/quote`, quote)).fee;
  };
  const before = await Promise.all(lab.group.origins.map(feeAt));
  await client.ok(originAt(lab, 1), "POST /sandbox/clock", { body: { advanceSeconds: 240 } });
  for (let tries = 1; ; tries += 1) {
    const after = await Promise.all(lab.group.origins.map(feeAt));
    if (after.every((fee) => fee === "1.00")) {
      return `from ${before[0]} to ${after[0]} on all servers at attempt ${tries}`;
    }
    requireThat(tries < 100, `fees are ${after.join(", ")}`);
  }
}

/** Checks that every server uses what was changed on another one. */
export async function checkSettings(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("card frozen on one server, payment on another", () => freezeCards(lab));
  await checks.check("customer's rule turned on and off", () => changeStrategies(lab));
  await checks.check("program rule proposed and approved", () => changeProgramRules(lab));
  await checks.check("program settings lowered", () => lowerSettings(lab));
  await checks.check("fees published, sandbox clock moved past their start", () => startFees(lab));
}
