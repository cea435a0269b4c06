import type { AppContext } from "../../platform/context.ts";
import { type Orphans, releaseOrphans } from "../../platform/directory/release-orphans.ts";
import { countListableCards, selectPresentCards } from "./listable-cards.repository.ts";

/**
 * Releases numbers and issuers' ids that the directory lists for cards that do not exist, because
 * this cell crashed while it issued them. Until then, an issuer's card cannot be issued again under
 * the customer's key.
 *
 * @param patienceMs how long to wait for cards that are being issued
 */
export async function releaseNumbersOfNoCard(
  { db, directory: { cards }, log }: AppContext,
  patienceMs?: number,
): Promise<Orphans | undefined> {
  // In this order, so that cards issued in between are only counted as present.
  const listed = await cards.countOwn(db.kysely);
  if (listed <= (await countListableCards(db.kysely))) {
    return undefined;
  }
  const owners = { listed: cards.listedCards, present: selectPresentCards, release: cards.release };
  const orphans = await releaseOrphans(db, owners, patienceMs);
  if (orphans.isReleased) {
    log.warn({ cards: orphans.ids }, "numbers of cards that do not exist were released");
  } else if (orphans.ids.length > 0) {
    log.error({ cards: orphans.ids.length }, "the directory lists cards that do not exist");
  }
  return orphans;
}
