import type {
  PayoutNetwork,
  Withdrawal,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { CurrencyCode } from "@tessera/money";
import { evmAddress, tronAddress } from "../../adapters/chain/deposit-address.ts";
import { accountOf, openCustomer } from "../../identity/people/index.ts";
import { createAuthenticator, issueProof, openSession } from "../../identity/sessions/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { newId, parseId, wireId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { insertAddress } from "./addresses/addresses.repository.ts";
import { WITHDRAWAL_CHECKS } from "./addresses/withdrawal-checks.repository.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { createWithdrawal } from "./create-withdrawal.ts";
import { quoteWithdrawal } from "./quote-withdrawal.ts";
import { getWithdrawal } from "./read-withdrawals.ts";

const DAY_MS = 86_400_000;

/** Returns a new address on a network on each call. */
export function anyAddress(network: PayoutNetwork): string {
  const account = Buffer.from(newId().replaceAll("-", "").padEnd(40, "7"), "hex").reverse();
  return network === "TRC20" ? tronAddress(account) : evmAddress(account);
}

/** Extracts a withdrawal's UUID from its wire id. */
export function withdrawalUuid({ id }: Pick<Withdrawal, "id">): string {
  const uuid = parseId("wdr", id);
  if (uuid === undefined) {
    throw new Error(`${id} is not a withdrawal's id`);
  }
  return uuid;
}

/** Adds an address to a customer's address book, backdated by a month. */
async function keepAddress(
  { db, clock }: AppContext,
  customerId: string,
  network: PayoutNetwork = "TRC20",
): Promise<{ readonly id: string; readonly address: string }> {
  const created = new Date(clock.now().getTime() - 30 * DAY_MS);
  const row = {
    id: newId(clock.now()),
    customer_id: customerId,
    client_key: newId(),
    label: "Own wallet",
    network,
    address: anyAddress(network),
    created_at: created,
    usable_at: new Date(created.getTime() + DAY_MS),
    removed_at: null,
  };
  if (!(await insertAddress(db.kysely, row))) {
    throw new Error("an address exists already");
  }
  return { id: wireId("pad", row.id), address: row.address };
}

/** A customer with a session, money and an address past its waiting period. */
export interface Withdrawer {
  readonly customerId: string;
  readonly session: Session;
  readonly addressId: string;
  readonly address: string;
  quote(amount: string, currency?: CurrencyCode): Promise<string>;
  /** Confirms and redeems a quote. */
  withdraw(quoteId: string, key?: string): Promise<Withdrawal>;
  cancel(withdrawal: Pick<Withdrawal, "id">): Promise<Withdrawal>;
  read(withdrawal: Pick<Withdrawal, "id">): Promise<Withdrawal>;
  /** Reads the balance of the customer's account in a currency, in minor units. */
  balance(currency?: CurrencyCode): Promise<{ readonly posted: bigint; readonly held: bigint }>;
}

async function signIn(context: AppContext): Promise<Session> {
  const email = `${newId()}@example.com`;
  const token = await inTransaction(context.db, async (tx) => {
    const given = { email, passwordHash: "none", locale: "en", requestId: null } as const;
    const person = await openCustomer(context, tx, { ...given, acceptance: null });
    const visitor = { ip: "127.0.0.1", device: "test", remember: true };
    return openSession(context, tx, person?.id ?? "", visitor);
  });
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("a session did not open");
  }
  return session;
}

/** Creates a customer with shorthand functions for withdrawals. */
export async function newWithdrawer(
  context: AppContext,
  money: Partial<Record<CurrencyCode, bigint>> = { USD: 100_000n },
  network: PayoutNetwork = "TRC20",
): Promise<Withdrawer> {
  const session = await signIn(context);
  for (const [currency, amountMinor] of Object.entries(money)) {
    const { customerId } = session;
    await giveMoney(context, { customerId, currency: currency as CurrencyCode, amountMinor });
  }
  return withdrawerOf(context, session, network);
}

/** Returns shorthand functions for a signed-in customer with an address past its waiting period. */
export async function withdrawerOf(
  context: AppContext,
  session: Session,
  network: PayoutNetwork = "TRC20",
): Promise<Withdrawer> {
  const { customerId } = session;
  const { id: addressId, address } = await keepAddress(context, customerId, network);
  const idOf = ({ id }: Pick<Withdrawal, "id">) => withdrawalUuid({ id });
  const amounts = new Map<string, { amount: string; currency: CurrencyCode }>();
  return {
    customerId,
    session,
    addressId,
    address,
    async quote(amount, currency = "USD") {
      const quote = await quoteWithdrawal(context, { customerId, addressId, amount, currency });
      amounts.set(quote.quoteId, { amount: quote.amount, currency });
      return quote.quoteId;
    },
    async withdraw(quoteId, key = newId()) {
      const shown = amounts.get(quoteId) ?? { amount: "0.00", currency: "USD" };
      const subject = { operation: "withdrawal", quoteId, address, ...shown } as const;
      const { proof } = await issueProof(context, context.db.kysely, {
        session,
        factor: "password",
        subject,
      });
      return createWithdrawal(context, {
        session,
        quoteId: parseId("quo", quoteId),
        proof,
        idempotencyKey: key,
        requestId: "test",
      });
    },
    cancel: (withdrawal) =>
      cancelWithdrawal(context, {
        customerId,
        withdrawalId: idOf(withdrawal),
        by: { actor: session.username, requestId: "test" },
      }),
    read: (withdrawal) => getWithdrawal(context, { customerId, withdrawalId: idOf(withdrawal) }),
    async balance(currency = "USD") {
      const account = await accountOf(context.db.kysely, customerId, currency);
      const [balance] = await context.ledger.balances(context.db.kysely, [account]);
      return { posted: balance?.postedMinor ?? 0n, held: balance?.heldMinor ?? 0n };
    },
  };
}

/** Lists violated ledger invariants, each with its first violating row. */
export function brokenBooks(context: AppContext): Promise<string[]> {
  return brokenPromises(context, WITHDRAWAL_CHECKS);
}
