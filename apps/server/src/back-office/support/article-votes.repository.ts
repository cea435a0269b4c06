import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type SupportTables, tables } from "./support.tables.ts";

/** Stores a customer's latest vote on an article. */
export async function upsertVote(
  tx: Tx,
  vote: Insertable<SupportTables["support_article_vote"]>,
): Promise<void> {
  const { helped, locale, voted_at } = vote;
  await tables(tx)
    .insertInto("support_article_vote")
    .values(vote)
    .onConflict((on) =>
      on.columns(["article", "customer_id"]).doUpdateSet({ helped, locale, voted_at }),
    )
    .execute();
}

/** Counts how often each article was rated helpful or not helpful. */
export async function countVotes(
  tx: Tx,
): Promise<readonly { article: HelpArticle; helped: bigint; unhelped: bigint }[]> {
  const { rows } = await sql<{ article: HelpArticle; helped: bigint; unhelped: bigint }>`
    select article, count(*) filter (where helped) as helped,
      count(*) filter (where not helped) as unhelped
    from support_article_vote group by article order by article`.execute(tx);
  return rows;
}
