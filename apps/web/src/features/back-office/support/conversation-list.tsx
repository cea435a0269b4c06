import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { LoadMore } from "../../../ui/list/load-more.tsx";
import openRow from "../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { conversationsQuery, unreadQuery } from "./support.queries.ts";

/** Lists the customer's conversations, starting with the most recently active one. */
export function ConversationList() {
  const { t } = useLingui();
  const list = useInfiniteQuery(conversationsQuery);
  const { data: unread } = useQuery(unreadQuery);
  const conversations = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="mt-3">
      <SectionHead title={<Trans>Your conversations</Trans>}>
        {unread !== undefined && unread.messages > 0 && (
          <span role="status" className="text-small font-medium text-accent-ink">
            <Plural value={unread.messages} one="# unread" other="# unread" />
          </span>
        )}
      </SectionHead>
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && list.data === undefined && (
        <ErrorPanel
          message={t`Couldn’t load your conversations.`}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && conversations.length === 0 && (
        <p className="pb-1.5 text-small text-ink-3">
          <Trans>No conversations yet.</Trans>
        </p>
      )}
      <div className={openRow.list}>
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} />
        ))}
      </div>
      {list.hasNextPage && <LoadMore onReached={() => void list.fetchNextPage()} />}
    </section>
  );
}
