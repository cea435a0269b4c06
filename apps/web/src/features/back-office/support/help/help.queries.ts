import { queryOptions } from "@tanstack/react-query";
import {
  HELP_ARTICLES,
  type HelpArticle,
} from "@tessera/contract/back-office/help-articles.schemas";
import { voteOnArticle } from "@tessera/contract/back-office/support.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import type { Locale } from "../../../../lib/locale.ts";
import { loadArticles } from "./help-articles.ts";

/** Articles are part of the console's build, so they never become stale once loaded. */
const KEPT = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
} as const;

/** Fetches all articles in one language. */
export function articlesQuery(locale: Locale) {
  return queryOptions({
    queryKey: ["help", locale, "texts"],
    queryFn: () => loadArticles(locale),
    ...KEPT,
  });
}

/** Fetches all articles and the code of their search function in parallel. */
export function helpQuery(locale: Locale) {
  return queryOptions({
    queryKey: ["help", locale],
    queryFn: async () => {
      const [texts, { indexArticles }] = await Promise.all([
        loadArticles(locale),
        import("./help-search.ts"),
      ]);
      return { texts, find: indexArticles(texts) };
    },
    ...KEPT,
  });
}

/** Parses the article name from a URL. */
export function readArticle(text: string | undefined): HelpArticle | undefined {
  return HELP_ARTICLES.find((one) => one === text);
}

export function vote(article: HelpArticle, helped: boolean, locale: Locale) {
  return call(voteOnArticle, { body: { article, helped, locale } });
}
