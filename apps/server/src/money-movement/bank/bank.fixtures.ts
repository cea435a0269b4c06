import type { ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import { formatAmount } from "@tessera/money";
import type { SampleEntry } from "../../adapters/bank-statements/write-camt053.ts";
import { camt053Of } from "../../adapters/bank-statements/write-camt053.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { allocateEntries } from "./allocate-entries.ts";
import { BANK_CHECKS } from "./bank-checks.repository.ts";

/** The sandbox's fictitious account in euros. */
const ACCOUNT = "XX93DEMO0000000000000003";

let serial = 0;

/** Returns a reference of the bank that no other entry has. */
export function bankReference(): string {
  serial += 1;
  return `B-${serial}`;
}

/** A bank that keeps the balance of the account, so that its statements follow one another. */
export class TestBank {
  readonly #app: CardsApp;
  balanceMinor: bigint;

  constructor(app: CardsApp, openingMinor = 100_000n) {
    this.#app = app;
    this.balanceMinor = openingMinor;
  }

  /** The current day of the program. */
  get today(): string {
    return this.#app.context.clock.now().toISOString().slice(0, 10);
  }

  credit(over: Partial<SampleEntry> = {}): SampleEntry {
    return {
      ...{ reference: bankReference(), isCredit: true, amountMinor: 5_000n, bookedOn: this.today },
      ...{ partyName: "Anna Example", partyAccount: "DE89370400440532013000", ...over },
    };
  }

  debit(over: Partial<SampleEntry> = {}): SampleEntry {
    return this.credit({ isCredit: false, partyName: "Shop", ...over });
  }

  /** Writes a statement of the entries, which the bank books now. */
  statement(entries: readonly SampleEntry[], openingMinor = this.balanceMinor): string {
    const booked = entries.filter(({ status }) => status !== "PDNG");
    const moved = booked.reduce(
      (sum, { isCredit, amountMinor }) => sum + (isCredit ? amountMinor : -amountMinor),
      0n,
    );
    this.balanceMinor = openingMinor + moved;
    return camt053Of(
      {
        ...{ account: ACCOUNT, currency: "EUR", statementId: `S-${bankReference()}` },
        ...{ openingMinor, closingMinor: this.balanceMinor },
        ...{ openingOn: this.today, closingOn: this.today },
      },
      entries,
    );
  }
}

export interface BankApp extends CardsApp {
  readonly reviewer: TestCustomer;
  readonly other: TestCustomer;
  readonly support: TestCustomer;
  upload(text: string, by?: TestCustomer): Promise<ImportResult>;
  /** Imports a statement that must be accepted, and decides its entries. */
  settle(text: string): Promise<void>;
  referenceOf(customer: TestCustomer): Promise<string>;
  /** The available balance in euros. */
  available(customer: TestCustomer): Promise<string>;
  entryOf(reference: string): Promise<Record<string, unknown> & { id: string; state: string }>;
  brokenBankBooks(): Promise<string[]>;
}

/** Opens an app whose jobs do not run, with operators. */
export async function createBankApp(env: Readonly<Record<string, string>> = {}): Promise<BankApp> {
  const app = await withoutRepeatedJobs(() => createCardsApp(env));
  const reviewer = await app.newOperator("reviewer");
  const upload = async (text: string, by = reviewer): Promise<ImportResult> => {
    const response = await app.app.server.inject({
      ...{ method: "POST", url: "/api/admin/bank/statements", payload: text },
      headers: { authorization: `Bearer ${by.token}`, "content-type": "application/xml" },
    });
    return expectStatus(
      { ...response, status: response.statusCode, text: response.body, body: response.json() },
      200,
    ).body;
  };
  return {
    ...app,
    reviewer,
    other: await app.newOperator("administrator"),
    support: await app.newOperator("support"),
    upload,
    async settle(text) {
      const { imported, problems } = await upload(text);
      if (!imported) {
        throw new Error(`the statement was refused: ${JSON.stringify(problems)}`);
      }
      await allocateEntries(app.context);
    },
    async referenceOf(customer) {
      const { body } = expectStatus(await app.call(customer, "GET /api/wallet/bank-details"), 200);
      const isEuro = ({ currency }: { currency: string }) => currency === "EUR";
      return body.accounts.find(isEuro).reference;
    },
    async available(customer) {
      const { body } = await app.call(customer, "GET /api/wallet");
      const own = body.balances.find(({ currency }: { currency: string }) => currency === "EUR");
      return own?.available ?? formatAmount(0n, "EUR");
    },
    async entryOf(reference) {
      const { body } = await app.call(reviewer, "GET /api/admin/bank/entries?limit=100");
      return body.data.find((entry: { reference: string }) => entry.reference === reference);
    },
    brokenBankBooks: () => brokenPromises(app.context, BANK_CHECKS),
  };
}
