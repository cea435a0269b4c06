import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Search, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { SectionHead } from "../../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import styles from "./help.module.css";
import { helpQuery } from "./help.queries.ts";
import { ASKED_MOST, HELP_GROUPS, type HelpGroup, type HelpTexts } from "./help-articles.ts";
import { TopicLink } from "./topic-link.tsx";

const GROUP_WORDS: Readonly<Record<HelpGroup, MessageDescriptor>> = {
  money: msg`Money in and out`,
  cards: msg({ message: "Your cards", context: "support" }),
  payments: msg`Payments`,
  account: msg`Account and records`,
};
const MOST_FOUND = 8;

function Found({
  texts,
  found,
}: {
  readonly texts: HelpTexts;
  readonly found: readonly (keyof HelpTexts)[];
}) {
  const shown = found.slice(0, MOST_FOUND);
  return (
    <>
      <p role="status" className="py-1.5 text-small text-ink-3">
        {shown.length === 0 ? (
          <Trans>No results. Try another word, or contact support.</Trans>
        ) : (
          <Plural value={shown.length} one="# article" other="# articles" />
        )}
      </p>
      {shown.map((article) => (
        <TopicLink
          key={article}
          article={article}
          title={texts[article].title}
          summary={texts[article].summary}
        />
      ))}
    </>
  );
}

function Topics({ texts }: { readonly texts: HelpTexts }) {
  const { t } = useLingui();
  return (
    <>
      <div className="mt-3">
        <SectionHead title={<Trans>Frequently asked questions</Trans>} />
      </div>
      <div className={styles.topics}>
        {ASKED_MOST.map((article) => (
          <TopicLink key={article} article={article} title={texts[article].title} />
        ))}
      </div>
      <div className="mt-3">
        <SectionHead title={<Trans>All topics</Trans>} />
        {(Object.keys(HELP_GROUPS) as HelpGroup[]).map((group) => (
          <details key={group} className={styles.group}>
            <summary>
              {t(GROUP_WORDS[group])}
              <ChevronDown
                aria-hidden="true"
                size={20}
                strokeWidth={1.75}
                className="flex-none text-ink-3"
              />
            </summary>
            {HELP_GROUPS[group].map((article) => (
              <TopicLink key={article} article={article} title={texts[article].title} />
            ))}
          </details>
        ))}
      </div>
    </>
  );
}

/**
 * Renders the help center: a search field, popular articles and all topics. `children` appear below
 * the search field while it is empty.
 */
export function HelpCenter({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [question, setQuestion] = useState("");
  const { data, isError, refetch } = useQuery(helpQuery(locale));
  return (
    <section>
      <search className="block pt-1 pb-1.5">
        <Input
          type="search"
          aria-label={t`Search the help center`}
          placeholder={t`What do you need help with?`}
          enterKeyHint="search"
          maxLength={80}
          value={question}
          className="[&::-webkit-search-cancel-button]:hidden"
          onChange={({ target }) => setQuestion(target.value)}
          trailing={
            question === "" ? (
              <span className="pr-2.5 text-ink-3">
                <Search aria-hidden="true" size={20} strokeWidth={1.75} />
              </span>
            ) : (
              <IconButton label={t`Clear search`} onClick={() => setQuestion("")}>
                <X aria-hidden="true" size={20} strokeWidth={1.75} />
              </IconButton>
            )
          }
        />
      </search>
      {data === undefined && !isError && <SkeletonRows count={6} />}
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the help center.`} onRetry={() => void refetch()} />
      )}
      {data !== undefined &&
        (question.trim() === "" ? (
          <>
            {children}
            <Topics texts={data.texts} />
          </>
        ) : (
          <Found texts={data.texts} found={data.find(question)} />
        ))}
    </section>
  );
}
