import { createLedger } from "@tessera/ledger";
import { HOLDER } from "@tessera/server/testing/double-facts";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "../../environment.ts";
import { fundCards } from "../../fund-cards.ts";
import {
  type Caller,
  headersOf,
  patientAnswer,
  type SignedIn,
  signIn,
} from "../../http-population.ts";
import { loadMovements, openPopulation } from "../../population.ts";
import { letSessionsLast } from "../open-cells.ts";

/** A customer with a card of the issuer. */
export interface IssuerCard {
  readonly caller: Caller;
  /** The issuer's name for the card. */
  readonly issuerId: string;
}

interface SegmentList {
  readonly data: readonly { readonly id: string; readonly currency: string }[];
}

/** Opens funded cards at the issuer. */
export async function openIssuerCards(
  environment: Environment,
  address: string,
  count: number,
): Promise<IssuerCard[]> {
  const ledger = createLedger({ db: environment.db });
  try {
    const subjects = await openPopulation(environment, ledger, count);
    await loadMovements(ledger, subjects, 0);
    const people = await signIn(environment.owner, subjects, 1);
    const cards: IssuerCard[] = [];
    for (const who of people) {
      cards.push(await openCard(environment, address, who));
    }
    await fundCards(
      ledger,
      cards.map(({ caller }) => caller),
    );
    await letSessionsLast(environment);
    return cards;
  } finally {
    await ledger.close();
  }
}

async function openCard(
  { owner }: Environment,
  address: string,
  who: SignedIn,
): Promise<IssuerCard> {
  const headers = { ...headersOf(who), "content-type": "application/json" };
  const send = <T>(method: string, path: string, body: object): Promise<T> =>
    patientAnswer(`${address}${path}`, {
      method,
      headers: { ...headers, "idempotency-key": uuidv7() },
      body: JSON.stringify(body),
    });
  await send("PUT", "/api/card-holder", HOLDER);
  const segments = await patientAnswer<SegmentList>(`${address}/api/card-segments`, { headers });
  const segment = segments.data.find(({ currency }) => currency === "USD");
  const { cardId } = await send<{ cardId: string }>("POST", "/api/card-applications", {
    segmentId: segment?.id,
    billingAddress: "auto",
    openingFee: "1.50",
  });
  const [row] = await owner<{ account: string; issuerId: string }[]>`
    select card_account as account, issuer_card_id as "issuerId"
    from card join issuer_card on issuer_card.card_id = card.id
    where card.id = ${cardId.replace(/^card_/, "")}::uuid`;
  if (row === undefined) {
    throw new Error(`card ${cardId} has no issuer`);
  }
  const caller: Caller = {
    token: who.token,
    address: who.address,
    customerId: who.customerId,
    cardId,
    cardAccount: BigInt(row.account),
    // The issuer keeps the number and the expiry.
    ...{ pan: "", expiryMonth: 1, expiryYear: 2099 },
  };
  return { caller, issuerId: row.issuerId };
}
