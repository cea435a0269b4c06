import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { Button, buttonClass } from "../../../../ui/form/button.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { ArticlePlace } from "./article-place.tsx";
import styles from "./help.module.css";
import { articlesQuery, vote } from "./help.queries.ts";
import { HELP_GROUPS } from "./help-articles.ts";
import { NetworkConfirmations } from "./network-confirmations.tsx";
import { TopicLink } from "./topic-link.tsx";

const MOST_RELATED = 3;
const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;

/** Groups consecutive list lines in an article's body into lists. */
function blocksOf(body: readonly string[]): (string | string[])[] {
  const blocks: (string | string[])[] = [];
  for (const line of body) {
    const last = blocks.at(-1);
    if (!line.startsWith("- ")) {
      blocks.push(line);
    } else if (Array.isArray(last)) {
      last.push(line.slice(2));
    } else {
      blocks.push([line.slice(2)]);
    }
  }
  return blocks;
}

function Body({ body }: { readonly body: readonly string[] }) {
  return blocksOf(body).map((block) =>
    typeof block === "string" ? (
      <p key={block}>{block}</p>
    ) : (
      <ul key={block.join()}>
        {block.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  );
}

/** Asks whether the article helped and records the response. */
function DidThisHelp({ article }: { readonly article: HelpArticle }) {
  const locale = useLocale();
  const mutation = useMutation({
    mutationFn: (helped: boolean) => vote(article, helped, locale),
  });
  const said = mutation.isError ? undefined : mutation.variables;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-3.5">
      <span id="did-this-help" className="font-medium">
        <Trans>Was this helpful?</Trans>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not fields of a form */}
      <div role="group" aria-labelledby="did-this-help" className="flex gap-2">
        <Button
          size="md"
          aria-pressed={said === true}
          icon={<ThumbsUp {...ICON} />}
          onClick={() => mutation.mutate(true)}
        >
          <Trans context="support">Yes</Trans>
        </Button>
        <Button
          size="md"
          aria-pressed={said === false}
          icon={<ThumbsDown {...ICON} />}
          onClick={() => mutation.mutate(false)}
        >
          <Trans context="support">No</Trans>
        </Button>
      </div>
      <span role="status" className="text-small text-ink-3">
        {said !== undefined && mutation.isSuccess && <Trans>Thank you for your feedback.</Trans>}
      </span>
    </div>
  );
}

function related(article: HelpArticle): readonly HelpArticle[] {
  const group: readonly HelpArticle[] | undefined = Object.values(HELP_GROUPS).find(
    (names: readonly HelpArticle[]) => names.includes(article),
  );
  const others = (group ?? []).filter((one) => one !== article);
  const place = group?.indexOf(article) ?? 0;
  return [...others.slice(place), ...others.slice(0, place)].slice(0, MOST_RELATED);
}

interface ArticlePageProps {
  readonly article: HelpArticle;
  /** The subject for a conversation that the reader may start, taken from the URL. */
  readonly about: string | undefined;
}

/** Renders one article, asks whether it helped and links to support. */
export function ArticlePage({ article, about }: ArticlePageProps) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(articlesQuery(useLocale()));
  const text = data?.[article];
  return (
    <>
      <TopBar title={<Trans>Help</Trans>} backTo={{ to: "/customer-service" }} />
      <article className={styles.article}>
        {text === undefined && !isError && (
          <Loading>
            <Skeleton className="h-8 w-3/5" />
            <Skeleton className="mt-4 h-40 w-full" />
          </Loading>
        )}
        {text === undefined && isError && (
          <ErrorPanel message={t`Couldn’t load the help center.`} onRetry={() => void refetch()} />
        )}
        {text !== undefined && data !== undefined && (
          <>
            <h2 className="text-title text-balance">{text.title}</h2>
            <p className="text-ink-2">{text.summary}</p>
            <Body body={text.body} />
            {article === "deposit-arrival" && <NetworkConfirmations />}
            <ArticlePlace article={article} />
            <DidThisHelp key={article} article={article} />
            <div className="mt-5">
              <p className="font-medium">
                <Trans>Still need help?</Trans>
              </p>
              <Link
                to="/customer-service"
                search={{ write: "1", article, ...(about !== undefined && { about }) }}
                className={buttonClass({ kind: "primary", block: true, className: "mt-2" })}
              >
                <Trans>Contact support about this</Trans>
              </Link>
            </div>
            <h3 className="pt-4.5 pb-0.5 text-small font-medium text-ink-3">
              <Trans>Related</Trans>
            </h3>
            {related(article).map((one) => (
              <TopicLink key={one} article={one} title={data[one].title} about={about} />
            ))}
          </>
        )}
      </article>
    </>
  );
}
