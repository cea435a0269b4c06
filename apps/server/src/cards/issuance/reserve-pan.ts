import type { IssuedCard } from "../../adapters/issuer/issuer.port.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { insertSecret, sealPan } from "../vault/index.ts";
import { insertIssuerCard } from "./issuer-cards.repository.ts";

/** Another card has the number; nothing was written. */
export class NumberTakenError extends Error {
  constructor() {
    super("the issuer gave a number that another card has");
    this.name = "NumberTakenError";
  }
}

/** The customer's key was used already; nothing was written. */
export class KeyUsedError extends Error {
  constructor() {
    super("the client's key was used before");
    this.name = "KeyUsedError";
  }
}

/**
 * Seals the number, or keeps what its issuer calls the card that it keeps the number of.
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
  if (issued.kind === "number") {
    const sealed = sealPan(context.keys, owner, issued.pan);
    if (!(await insertSecret(tx, owner, sealed))) {
      throw new NumberTakenError();
    }
  } else if (!(await insertIssuerCard(tx, owner, issued))) {
    // An issuer gives the same card for the same key alone.
    throw new KeyUsedError();
  }
}
