import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { ConversationList } from "../../../features/back-office/support/conversation-list.tsx";
import {
  articlesQuery,
  readArticle,
} from "../../../features/back-office/support/help/help.queries.ts";
import { HelpCenter } from "../../../features/back-office/support/help/help-center.tsx";
import { readAbout } from "../../../features/back-office/support/support.queries.ts";
import { useLocale } from "../../../lib/locale.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { DetailMain } from "../../../ui/layout/detail-main.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";

const OwnThread = lazyPart(
  async () => (await import("../../../features/back-office/support/own-thread.tsx")).OwnThread,
  <PartPlace />,
);
const ArticlePage = lazyPart(
  async () =>
    (await import("../../../features/back-office/support/help/article-page.tsx")).ArticlePage,
  <PartPlace />,
);
const NewConversation = lazyPart(
  async () =>
    (await import("../../../features/back-office/support/new-conversation.tsx")).NewConversation,
  <PartPlace />,
);

function PartPlace() {
  return (
    <div className="px-5 pt-3">
      <SkeletonRows count={4} />
    </div>
  );
}

function Home() {
  return (
    <>
      <TopBar title={<Trans>Customer support</Trans>} backTo={{ to: "/profile" }}>
        <Link
          to="/customer-service"
          search={{ write: "1" }}
          state={{ openedHere: true }}
          resetScroll={false}
          className={buttonClass({ kind: "primary", size: "md" })}
          style={{ marginRight: 12 }}
        >
          <PenLine aria-hidden="true" size={18} strokeWidth={1.75} />
          <Trans>Write</Trans>
        </Link>
      </TopBar>
      <main className="px-(--gutter) pb-6">
        <HelpCenter>
          <ConversationList />
        </HelpCenter>
        <p className="mt-6 border-line border-t pt-3">
          <Link to="/status" className={textLinkClass}>
            <Trans>Service status</Trans>
          </Link>
        </p>
      </main>
    </>
  );
}

/** Renders the form once the title of the article that the reader came from has loaded. */
function Write() {
  const { article, about } = useSearch({ from: "/customer-service" });
  const { data } = useQuery(articlesQuery(useLocale()));
  const slug = readArticle(article);
  if (slug !== undefined && data === undefined) {
    return null;
  }
  const read = slug === undefined ? undefined : { slug, title: data?.[slug].title ?? slug };
  return <NewConversation key={about} about={readAbout(about)} article={read} />;
}

/** Returns what is open next to the list: a conversation, the form for a new one, or an article. */
function useOpen() {
  const { t } = useLingui();
  const { conversation, article, about, write } = useSearch({ from: "/customer-service" });
  if (conversation !== undefined) {
    return { label: t`Conversation`, part: <OwnThread key={conversation} id={conversation} /> };
  }
  const slug = readArticle(article);
  if (write !== undefined || (slug === undefined && readAbout(about) !== undefined)) {
    return { label: t`Contact support`, part: <Write /> };
  }
  return slug === undefined
    ? { label: "", part: undefined }
    : { label: t`Help`, part: <ArticlePage key={slug} article={slug} about={about} /> };
}

/** Renders help articles and support conversations. */
export function CustomerServiceScreen() {
  const { label, part } = useOpen();
  return (
    <SplitView
      list={<Home />}
      detail={part && <DetailMain>{part}</DetailMain>}
      detailLabel={label}
    />
  );
}
