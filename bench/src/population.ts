import { inTransaction } from "@tessera/database";
import type { Ledger, NewAccount } from "@tessera/ledger";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "./environment.ts";
import { customerToCustomersCard, houseToCustomer } from "./movements.ts";
import type { Subject } from "./subject.ts";
import { submitAll } from "./submit-all.ts";

const ACCOUNTS_PER_CALL = 2_000;
const OPENING_BALANCE_MINOR = 10_000_000n;

/** Opens accounts for `customers` customers, in calls of limited size. */
export async function openPopulation(
  { db }: Pick<Environment, "db">,
  ledger: Ledger,
  customers: number,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let first = 0; first < customers; first += ACCOUNTS_PER_CALL) {
    const customerIds = Array.from({ length: Math.min(ACCOUNTS_PER_CALL, customers - first) }, () =>
      uuidv7(),
    );
    const wanted = customerIds.flatMap((customerId): NewAccount[] => [
      { customerId, kind: "account", currency: "USD" },
      { customerId, kind: "card", currency: "USD" },
    ]);
    const ids = await inTransaction(db, (tx) => ledger.openAccounts(tx, wanted));
    customerIds.forEach((customerId, index) => {
      const [account, card] = ids.slice(index * 2, index * 2 + 2);
      if (account === undefined || card === undefined) {
        throw new Error("an account was not opened");
      }
      subjects.push({ customerId, cardId: uuidv7(), account, card });
    });
  }
  return subjects;
}

/**
 * Funds every customer once, then spreads movements evenly until the ledger has `movements` of
 * them.
 */
export async function loadMovements(
  ledger: Ledger,
  subjects: readonly Subject[],
  movements: number,
): Promise<void> {
  await submitAll(ledger, subjects.length, (index) =>
    houseToCustomer(pick(subjects, index), OPENING_BALANCE_MINOR),
  );
  await submitAll(ledger, Math.max(0, movements - subjects.length), (index) =>
    customerToCustomersCard(pick(subjects, index * 7_919), 100n),
  );
}

/** Returns the subject at a position modulo the number of subjects. */
export function pick(subjects: readonly Subject[], position: number): Subject {
  const subject = subjects[position % subjects.length];
  if (subject === undefined) {
    throw new RangeError("there are no customers to draw from");
  }
  return subject;
}
