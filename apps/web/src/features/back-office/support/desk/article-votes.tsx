import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { SectionHead } from "../../../../ui/layout/panel.tsx";
import { articlesQuery } from "../help/help.queries.ts";
import { votesQuery } from "./desk.queries.ts";

const ICON = { "aria-hidden": true, size: 16, strokeWidth: 1.75 } as const;

/** Lists the help articles with their ratings, least helpful first. */
export function ArticleVotes() {
  const { t } = useLingui();
  const { data: votes = [] } = useQuery(votesQuery);
  const { data: help } = useQuery(articlesQuery(useLocale()));
  if (votes.length === 0) {
    return null;
  }
  const sorted = votes.toSorted((a, b) => b.unhelped - a.unhelped || b.helped - a.helped);
  return (
    <section className="mt-5">
      <SectionHead title={<Trans>Did the articles help?</Trans>} />
      <ul>
        {sorted.map(({ article, helped, unhelped }) => (
          <li
            key={article}
            className="flex min-h-11 items-center justify-between gap-3 border-b border-line"
          >
            <span className="min-w-0">{help?.[article].title ?? article}</span>
            <span className="flex flex-none items-center gap-3 text-small text-ink-2">
              <span className="inline-flex items-center gap-1">
                <ThumbsUp {...ICON} />
                <span className="sr-only">{t`Helpful:`}</span> {helped}
              </span>
              <span className="inline-flex items-center gap-1">
                <ThumbsDown {...ICON} />
                <span className="sr-only">{t`Not helpful:`}</span> {unhelped}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
