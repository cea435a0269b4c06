import type { AppContext, Tx } from "../../platform/context.ts";
import {
  countListableCards,
  type ListableCard,
  selectIssuersCards,
  selectNumberedCards,
} from "./listable-cards.repository.ts";
import { releaseNumbersOfNoCard } from "./release-numbers-of-no-card.ts";

const BATCH = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

type SelectPage = (
  tx: Tx,
  page: { readonly after: string; readonly limit: number },
) => Promise<ListableCard[]>;

async function listAll({ db, directory }: AppContext, select: SelectPage): Promise<void> {
  let after = BEFORE_ALL;
  for (;;) {
    const cards = await select(db.kysely, { after, limit: BATCH });
    const last = cards.at(-1);
    if (last === undefined) {
      return;
    }
    await directory.cards.record(db.kysely, cards);
    after = last.cardId;
  }
}

/**
 * Adds cards that are missing from the directory: those issued by a version without a directory of
 * cards, including by a server that still runs such a version during an upgrade.
 */
export async function listCardsInDirectory(context: AppContext): Promise<void> {
  const { db, directory, log } = context;
  // In this order, so that cards issued in between are only counted as listed.
  const present = await countListableCards(db.kysely);
  const listed = await directory.cards.countOwn(db.kysely);
  if (listed >= present) {
    return;
  }
  await listAll(context, selectNumberedCards);
  await listAll(context, selectIssuersCards);
  log.info({ listed, present }, "cards were added to the directory");
}

/**
 * Completes the directory of cards now, and then every hour. The server does not wait for it before
 * it listens: a large directory takes long, and payments do not need it to be complete. Every hour
 * also releases the numbers of cards that do not exist.
 */
export function startListingCards(context: AppContext): void {
  listCardsInDirectory(context).catch((error: unknown) =>
    context.log.error({ err: error }, "cards could not be listed in the directory"),
  );
  context.jobs.hourly("card directory", async () => {
    await listCardsInDirectory(context);
    await releaseNumbersOfNoCard(context);
  });
}
