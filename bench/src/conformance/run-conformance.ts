import { SIGN_INS } from "@tessera/server/demo-people";
import { Actor } from "./actor.ts";
import {
  type CardFacts,
  changeCards,
  openAndPay,
  replaceAndClose,
  sendMessages,
  verifyCard,
} from "./card-scenario.ts";
import { type Desk, decideCases, manageCustomer, matchMessages } from "./case-scenario.ts";
import { runCompany } from "./company-scenario.ts";
import { Conformance } from "./conformance.ts";
import { type ConformanceOptions, conformanceOptionsOf, USAGE } from "./conformance-options.ts";
import {
  changeEmail,
  closeAccount,
  manageAccess,
  registerByLink,
  useFactors,
} from "./identity-scenario.ts";
import { cancelFiles, makeFiles, practice, readEverything } from "./insight-scenario.ts";
import { useKeys } from "./key-scenario.ts";
import { useMandates } from "./mandate-scenario.ts";
import { type Customer, customersOf, Operator, shownCodes } from "./people.ts";
import {
  type Administration,
  manageOperators,
  manageProgram,
  manageRules,
  manageSettings,
  readAudit,
} from "./program-scenario.ts";
import { readPublishedErrors } from "./published-errors.ts";
import { keepReceipts } from "./receipt-scenario.ts";
import { reconcile } from "./reconciliation-scenario.ts";
import { hideFromOthers, refuseStrangers, rejectBadInput } from "./refusals.ts";
import { answerHeldPayments, writeRules } from "./rule-scenario.ts";
import { manageTexts, talkToSupport, vote } from "./support-scenario.ts";
import { useWebhooks } from "./webhook-scenario.ts";
import { cancelDeposit, exchangeMoney, makeWithdrawals } from "./withdrawal-scenario.ts";

/** Calls that exist only with Stripe as the issuer, so never in a sandbox. */
const ABSENT: ReadonlySet<string> = new Set([
  "GET /api/cards/:id/number-element",
  "POST /api/cards/:id/number-key",
]);
/** Calls that no client can bring to success in a sandbox, and why. */
const NO_SUCCESS: Readonly<Record<string, string>> = {
  "POST /api/admin/account-stops/:id/lift":
    "needs an account that the ledger's verification stopped",
  ...Object.fromEntries(
    ["pause", "resume", "replay", "replay-since", "example"].map((call) => [
      `POST /api/webhooks/:id/${call}`,
      "needs a receiver at a public address",
    ]),
  ),
};
const CELL_WITH_DEMO = 1;
const LINES_SHOWN = 40;

/** Runs scenarios one after another, and continues after one that fails. */
class Scenarios {
  passed = 0;
  readonly failures: string[] = [];
  readonly #only: string | undefined;

  constructor(only: string | undefined) {
    this.#only = only;
  }

  async run(name: string, scenario: () => Promise<unknown>): Promise<void> {
    if (this.#only !== undefined && !name.includes(this.#only)) {
      return;
    }
    try {
      await scenario();
      this.passed += 1;
      console.log(`passed  ${name}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failures.push(`${name}: ${reason}`);
      console.log(`FAILED  ${name}: ${reason}`);
    }
  }
}

/** Throws if there are complaints. */
function requireNone(complaints: readonly string[]): void {
  if (complaints.length > 0) {
    const shown = complaints.slice(0, LINES_SHOWN).join("\n    ");
    throw new Error(`${complaints.length} wrong:\n    ${shown}`);
  }
}

/** The demo's operators, in the cell that has them. */
async function signOperatorsIn(conformance: Conformance, visitor: Actor) {
  const sign = async (username: string) => {
    const password = SIGN_INS.find((one) => one.username === username)?.password ?? "";
    const codes = shownCodes(visitor, username);
    const operator = new Operator(conformance, CELL_WITH_DEMO, { username, password, codes });
    await operator.signIn();
    return operator;
  };
  return { one: await sign("admin"), two: await sign("admin2"), reviewer: await sign("reviewer") };
}

type Operators = Awaited<ReturnType<typeof signOperatorsIn>>;

type SixCustomers = readonly [Customer, Customer, Customer, Customer, Customer, Customer];

async function sixCustomersOf(visitors: readonly Actor[], cell: number): Promise<SixCustomers> {
  const [a, b, c, d, e, f] = await customersOf(visitors, cell, 6);
  if (!(a && b && c && d && e && f)) {
    throw new RangeError("a customer is missing");
  }
  return [a, b, c, d, e, f];
}

/** Everything that customers do, in one cell. */
async function runCustomers(
  scenarios: Scenarios,
  visitors: readonly Actor[],
  { visitor, operators }: { readonly visitor: Actor; readonly operators: Operators | undefined },
): Promise<readonly [Customer, CardFacts]> {
  const { cell } = visitor;
  const run = (name: string, scenario: () => Promise<unknown>) =>
    scenarios.run(`cell ${cell}: ${name}`, scenario);
  const [me, other, third, fourth, founder, successor] = await sixCustomersOf(visitors, cell);
  // Without a card and a payment, no other scenario can run.
  const facts = await openAndPay(me);
  await run("cards are changed", () => changeCards(me, facts));
  await run("network messages", () => sendMessages(me, facts));
  await run("a deposit is canceled", () => cancelDeposit(me));
  await run("movements and figures", () => readEverything(me, facts));
  await run("files are created", () => makeFiles(me, facts));
  await run("files are canceled", () => cancelFiles(me));
  await run("rules", () => writeRules(me, facts));
  await run("held payments", () => answerHeldPayments(me, facts));
  await run("the simulator", () => practice(me));
  await run("support", () => talkToSupport(me, operators?.one, facts));
  await run("a vote on a help article", () => vote(me));
  await run("a card is replaced and closed", () => replaceAndClose(me));
  await run("a verification hold", () => verifyCard(me, facts));
  await run("access", () => manageAccess(other, visitors));
  await run("API keys", () => useKeys(other));
  await run("webhooks", () => useWebhooks(other));
  await run("receipts", () => keepReceipts(me, facts));
  await run("companies", () => runCompany(founder, successor));
  await run("purchase mandates", () => useMandates(me));
  await run("another email", () => changeEmail(other));
  await run("second factors", () =>
    useFactors(third, async () => {
      const { user } = await third.ok("GET /api/auth/profile");
      const lost = { id: user.id, body: { reason: "Phone and codes lost" } };
      await operators?.one.ok("POST /api/admin/customers/:id/reset-factors", lost);
    }),
  );
  await run("account closing", () => closeAccount(third));
  await run("withdrawals", async () => {
    await fourth.fund("500.00");
    await exchangeMoney(fourth);
    const profile = await fourth.ok("GET /api/auth/profile");
    await makeWithdrawals(fourth, operators?.one, profile.user.id);
  });
  // The clock has moved past the end of every session.
  await me.signIn();
  return [me, facts];
}

/** Everything that operators do, in the cell with the demo's operators. */
async function runOperators(
  scenarios: Scenarios,
  { one, two, reviewer }: Operators,
  {
    visitor,
    me,
    facts,
  }: {
    readonly visitor: Actor;
    readonly me: Customer;
    readonly facts: CardFacts;
  },
): Promise<void> {
  const signIn = async (people: readonly (Operator | Customer)[]) => {
    for (const person of people) {
      await person.signIn();
    }
  };
  await signIn([one, two, reviewer]);
  const administration: Administration = { one, two, visitor };
  const { user } = await me.ok("GET /api/auth/profile");
  const desk: Desk = { admin: one, otherAdmin: two, reviewer, customerId: user.id };
  await scenarios.run("operators: cases", () => decideCases(me, desk));
  await scenarios.run("operators: a customer", () => manageCustomer(me, desk, facts));
  await scenarios.run("operators: reconciliation", () =>
    reconcile(desk, () => signIn([one, two, reviewer, me])),
  );
  await scenarios.run("operators: unmatched messages", () => matchMessages(me, desk, facts));
  await scenarios.run("operators: texts", () => manageTexts(one));
  await scenarios.run("operators: products and fees", () => manageProgram(administration));
  await scenarios.run("operators: limits", () => manageSettings(administration));
  await scenarios.run("operators: program rules", () => manageRules(administration));
  await scenarios.run("operators: access", () => manageOperators(administration));
  await scenarios.run("operators: audit log", () => readAudit(administration));
}

/** Prints how many calls succeeded and failed at least once, and returns whether all did. */
function report(conformance: Conformance, scenarios: Scenarios): boolean {
  const names = Conformance.names.filter((name) => !ABSENT.has(name));
  const without = (isSeen: (name: string) => boolean) => names.filter((name) => !isSeen(name));
  const unsuccessful = without((name) => conformance.observed(name).successes > 0);
  const unrefused = without((name) => conformance.observed(name).errors.size > 0);
  const [skipped, missing] = [
    unsuccessful.filter((name) => Object.hasOwn(NO_SUCCESS, name)),
    unsuccessful.filter((name) => !Object.hasOwn(NO_SUCCESS, name)),
  ];
  const { passed, failures } = scenarios;
  const complaints = [...new Set(conformance.complaints)];
  const lines = [
    `${conformance.calls} calls; ${passed} scenarios passed, ${failures.length} failed`,
    `${names.length} calls of the contract: ${names.length - unsuccessful.length} succeeded, ` +
      `${names.length - unrefused.length} were refused with a published error`,
    ...[...ABSENT].map((name) => `skipped: ${name}, which exists only with Stripe as the issuer`),
    ...skipped.map((name) => `skipped: the success of ${name}, ${NO_SUCCESS[name]}`),
    ...missing.map((name) => `MISSING: no success of ${name}`),
    ...unrefused.map((name) => `MISSING: no refusal of ${name}`),
    ...complaints.slice(0, LINES_SHOWN).map((complaint) => `WRONG: ${complaint}`),
    `${complaints.length} differences from the contract`,
  ];
  console.log(`\n${lines.join("\n")}`);
  return [...failures, ...missing, ...unrefused, ...complaints].length === 0;
}

async function run({ url, cells, only }: ConformanceOptions): Promise<boolean> {
  const conformance = new Conformance(url, await readPublishedErrors(url));
  const visitors = cells.map((cell) => new Actor(conformance, cell));
  const [first] = visitors;
  if (first === undefined) {
    throw new RangeError("there is no cell");
  }
  const scenarios = new Scenarios(only);
  const operators = await signOperatorsIn(conformance, first);
  await scenarios.run("registration by link", () => registerByLink(visitors));
  const owners: (readonly [Customer, CardFacts])[] = [];
  for (const visitor of visitors) {
    const own = visitor.cell === CELL_WITH_DEMO ? operators : undefined;
    owners.push(await runCustomers(scenarios, visitors, { visitor, operators: own }));
  }
  const [[me, facts] = [undefined, undefined], [other] = [undefined]] = owners;
  if (me === undefined || facts === undefined) {
    throw new RangeError("there is no customer");
  }
  await runOperators(scenarios, operators, { visitor: first, me, facts });
  if (other !== undefined) {
    const ids = {
      "GET /api/cards/:id": facts.cardId,
      "GET /api/transactions/:id": facts.movementId,
    };
    await scenarios.run("another cell's objects seem missing", () => hideFromOthers(other, ids));
  }
  for (const [customer] of owners) {
    const isFirst = customer.cell === CELL_WITH_DEMO;
    const visitor = new Actor(conformance, customer.cell);
    const administrator = isFirst ? operators.one : undefined;
    const callers = { visitor, customer, administrator };
    await scenarios.run(`cell ${customer.cell}: strangers are refused`, async () =>
      requireNone(await refuseStrangers(callers)),
    );
    await scenarios.run(`cell ${customer.cell}: bad input is rejected`, async () => {
      const { wrong, count } = await rejectBadInput(callers, ABSENT);
      console.log(`        ${count} calls with bad input`);
      requireNone(wrong);
    });
  }
  return report(conformance, scenarios);
}

try {
  const options = conformanceOptionsOf(process.argv.slice(2));
  if (options === undefined) {
    console.log(USAGE);
  } else {
    process.exitCode = (await run(options)) ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
