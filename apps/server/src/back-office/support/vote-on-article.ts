import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { type Page, type PageQuery, readPageOf } from "../../platform/paging/pages.ts";
import { countVotes, upsertVote } from "./article-votes.repository.ts";

interface Vote {
  readonly customerId: string;
  readonly article: HelpArticle;
  readonly helped: boolean;
  readonly locale: Locale;
}

/** Stores a customer's vote on an article. Only the latest vote counts. */
export async function voteOnArticle(context: AppContext, vote: Vote): Promise<undefined> {
  const { customerId, ...said } = vote;
  await upsertVote(context.db.kysely, {
    ...said,
    customer_id: customerId,
    voted_at: context.clock.now(),
  });
}

/**
 * Lists the number of helpful and not-helpful votes for each article that has votes.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listArticleVotes(
  context: AppContext,
  query: PageQuery,
): Promise<Page<{ article: HelpArticle; helped: number; unhelped: number }>> {
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "article-votes",
    query,
    rows: await countVotes(context.db.kysely),
    direction: "asc",
    placeOf: ({ article }) => [article],
  });
  return {
    data: rows.map(({ article, helped, unhelped }) => ({
      article,
      helped: Number(helped),
      unhelped: Number(unhelped),
    })),
    nextCursor,
  };
}
