import type { IssuedCard } from "../../adapters/issuer/issuer.port.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { issuerCardKey, numberKey } from "../../platform/directory/card-directory.ts";
import { insertSecret, sealPan } from "../vault/index.ts";
import { insertIssuerCard } from "./issuer-cards.repository.ts";

/** Thrown if another card has the PAN, in which case nothing was written. */
export class NumberTakenError extends Error {
  constructor() {
    super("the issuer gave a number that another card has");
    this.name = "NumberTakenError";
  }
}

/** Thrown if the idempotency key was already used, in which case nothing was written. */
export class KeyUsedError extends Error {
  constructor() {
    super("the client's key was used before");
    this.name = "KeyUsedError";
  }
}

/**
 * Stores the sealed PAN, or the issuer's id for the card if the issuer stores the PAN.
 *
 * @throws NumberTakenError
 * @throws KeyUsedError
 */
export async function keepNumber(
  context: AppContext,
  tx: Tx,
  owner: { readonly cardId: string; readonly customerId: string },
  issued: IssuedCard,
): Promise<void> {
  const { cards } = context.directory;
  if (issued.kind === "number") {
    const sealed = sealPan(context.keys, owner, issued.pan);
    const isFree =
      (await insertSecret(tx, owner, sealed)) &&
      (await cards.claim(tx, owner.cardId, numberKey(sealed.panIndex)));
    if (!isFree) {
      throw new NumberTakenError();
    }
    return;
  }
  const isNew =
    (await insertIssuerCard(tx, owner, issued)) &&
    (await cards.claim(tx, owner.cardId, issuerCardKey(issued.issuer, issued.issuerCardId)));
  if (!isNew) {
    // An issuer returns the same card only for the same key.
    throw new KeyUsedError();
  }
}
