import { expect } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { anyAddress, brokenBooks } from "./withdrawals.fixtures.ts";

export const DAY_SECONDS = 86_400;

interface Adding {
  readonly network?: string;
  readonly proof?: string;
  readonly key?: string;
  readonly confirmLookalike?: boolean;
}

/** A customer with an old account and an address past its waiting period. */
export interface Ready {
  readonly customer: TestCustomer;
  readonly address: string;
  readonly addressId: string;
}

/** Returns the subject of a step-up token for a quote. */
export function subjectOf({ quoteId, amount, currency, address }: Record<string, string>) {
  return { operation: "withdrawal", quoteId, amount, currency, address };
}

/** Polls until the server's jobs have led to the expected state. */
export async function until(read: () => Promise<boolean>): Promise<void> {
  await expect.poll(read, { timeout: 100_000, interval: 25 }).toBe(true);
}

/** A test server with shorthand functions for the calls of customers who make withdrawals. */
export class WithdrawalDesk {
  readonly app: CardsApp;

  private constructor(app: CardsApp) {
    this.app = app;
  }

  static async open(): Promise<WithdrawalDesk> {
    const config = { SANDBOX_BLOCK_MS: "20", WITHDRAWAL_CANCEL_SECONDS: "600" };
    return new WithdrawalDesk(await createCardsApp(config));
  }

  /** Closes the server after checking its ledger. */
  async close(): Promise<void> {
    expect(await brokenBooks(this.app.context)).toEqual([]);
    await this.app.close();
  }

  /** Gets a step-up token with the password, bound to a subject if one is passed in. */
  async prove(customer: TestCustomer, subject?: object): Promise<string> {
    const body = { password: customer.password, ...(subject !== undefined && { subject }) };
    return expectStatus(await this.app.call(customer, "POST /api/auth/proof", body), 200).body
      .proof;
  }

  /** Adds an address with its owner's step-up token. */
  async add(customer: TestCustomer, address: string, given: Adding = {}) {
    const { network = "TRC20", key = newId(), confirmLookalike } = given;
    const subject = { operation: "payout_address", address, network };
    const proof = given.proof ?? (await this.prove(customer, subject));
    const body = {
      label: "Ledger",
      network,
      address,
      ...(confirmLookalike && { confirmLookalike }),
    };
    const path = "POST /api/wallet/addresses" as const;
    return this.app.call(customer, path, body, { key, headers: { "x-proof": proof } });
  }

  /** Creates a customer with an old account and an address past its waiting period. */
  async ready(money = 100_000n): Promise<Ready> {
    const customer = await this.app.newCustomer({ USD: money });
    const address = anyAddress("TRC20");
    const { id } = expectStatus(await this.add(customer, address), 201).body;
    this.app.clock.advance(8 * DAY_SECONDS);
    return { customer, address, addressId: id as string };
  }

  /** Quotes a withdrawal of an amount. */
  async quoted({ customer, addressId }: Ready, amount = "20.00") {
    const path = "POST /api/wallet/withdrawals/quote" as const;
    return expectStatus(await this.app.call(customer, path, { addressId, amount }), 201).body;
  }

  /** Redeems a quote with a step-up token. */
  async withdraw(
    { customer }: Pick<Ready, "customer">,
    quote: { readonly quoteId: string },
    proof: string | undefined,
    key: string = newId(),
  ) {
    const headers = proof === undefined ? {} : { "x-proof": proof };
    const body = { quoteId: quote.quoteId };
    return this.app.call(customer, "POST /api/wallet/withdrawals", body, { key, headers });
  }

  /** Quotes, confirms and redeems a withdrawal of an amount. */
  async withdrawn(owner: Ready, amount?: string) {
    return expectStatus(await this.withdrawnAnswer(owner, amount), 201).body;
  }

  /** Reads a withdrawal's stage as shown to its customer. */
  async stageOf({ customer }: Ready, id: string): Promise<string> {
    return (await this.app.call(customer, `GET /api/wallet/withdrawals/${id}`)).body.stage;
  }

  /** Makes a withdrawal that may fail, and returns the response. */
  async withdrawnAnswer(owner: Ready, amount?: string) {
    const quote = await this.quoted(owner, amount);
    return this.withdraw(owner, quote, await this.prove(owner.customer, subjectOf(quote)));
  }
}
