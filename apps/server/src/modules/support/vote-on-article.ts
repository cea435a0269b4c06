import type { Locale } from "@tessera/contract/errors/locales";
import type { HelpArticle } from "@tessera/contract/support/help-articles.schemas";
import type { AppContext } from "../../platform/context.ts";
import { countVotes, upsertVote } from "./article-votes.repository.ts";

interface Vote {
  readonly customerId: string;
  readonly article: HelpArticle;
  readonly helped: boolean;
  readonly locale: Locale;
}

/** Keeps what a customer says of an article; the last word counts. */
export async function voteOnArticle(context: AppContext, vote: Vote): Promise<undefined> {
  const { customerId, ...said } = vote;
  await upsertVote(context.db.kysely, {
    ...said,
    customer_id: customerId,
    voted_at: context.clock.now(),
  });
}

/** How often each article that somebody spoke of helped, and did not. */
export async function listArticleVotes({
  db,
}: AppContext): Promise<{ article: HelpArticle; helped: number; unhelped: number }[]> {
  const rows = await countVotes(db.kysely);
  return rows.map(({ article, helped, unhelped }) => ({
    article,
    helped: Number(helped),
    unhelped: Number(unhelped),
  }));
}
