import { Trans, useLingui } from "@lingui/react/macro";
import type { Attachment } from "@tessera/contract/back-office/support.schemas";
import { Fragment, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Bubble, OutgoingBubble, type ShownMessage } from "./bubble.tsx";
import { type Deliver, useOutbox } from "./outbox.ts";
import styles from "./thread.module.css";

/** The parts of an infinite query that the list needs. Each page starts with the newest message. */
export interface MessagePages<M> {
  readonly data: { readonly pages: readonly { readonly data: readonly M[] }[] } | undefined;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface MessageListProps<M extends ShownMessage> {
  readonly pages: MessagePages<M>;
  readonly place: string;
  /** The side whose messages appear on the right. */
  readonly mine: ShownMessage["from"];
  readonly deliver: Deliver;
  readonly onSave: (attachment: Attachment) => Promise<void>;
  /** Called with the other side's newest message once it is visible. */
  readonly onSeen: (messageId: string) => void;
}

const dayOf = (at: string) => new Date(at).toDateString();

/** Returns the newest of the other side's messages that are not marked as read. */
function unseen<M extends ShownMessage>(messages: readonly M[], mine: M["from"]): M | undefined {
  return messages.findLast(({ from, kind, seen }) => from !== mine && kind !== "note" && !seen);
}

/** Scrolls only the thread's container, not the list next to it. */
function scrollToEnd(end: HTMLElement | null): void {
  const box = end?.closest("section");
  if (box && getComputedStyle(box).overflowY === "auto") {
    box.scrollTop = box.scrollHeight;
  } else {
    window.scrollTo(0, document.documentElement.scrollHeight);
  }
}

/** Scrolls to the end when new messages arrive, unless the user has scrolled far up. */
function useEndInSight(count: number) {
  const end = useRef<HTMLLIElement>(null);
  const known = useRef(0);
  useLayoutEffect(() => {
    const isFirst = known.current === 0;
    const top = end.current?.getBoundingClientRect().top ?? 0;
    if (count > known.current && (isFirst || top < window.innerHeight * 1.5)) {
      scrollToEnd(end.current);
    }
    known.current = count;
  }, [count]);
  return end;
}

function Waiting() {
  return (
    <Loading>
      <Skeleton className="mt-3 h-14 w-3/5 rounded-panel" />
      <Skeleton className="mt-3 ml-auto h-10 w-2/5 rounded-panel" />
      <Skeleton className="mt-3 h-20 w-3/5 rounded-panel" />
    </Loading>
  );
}

/** Renders the messages, oldest first and grouped by day, followed by those being sent. */
export function MessageList<M extends ShownMessage>(props: MessageListProps<M>) {
  const { pages, place, mine, deliver, onSave, onSeen } = props;
  const { t } = useLingui();
  const { outgoing } = useOutbox(place);
  const messages = (pages.data?.pages ?? []).flatMap(({ data }) => data).toReversed();
  const end = useEndInSight(messages.length + outgoing.length);
  const newest = unseen(messages, mine)?.id;
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (newest !== undefined && newest !== told.current) {
      told.current = newest;
      onSeen(newest);
    }
  }, [newest, onSeen]);
  if (pages.data === undefined) {
    return (
      <div className={styles.messages}>
        {pages.isError ? (
          <ErrorPanel
            message={t`Couldn’t load the conversation.`}
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <Waiting />
        )}
      </div>
    );
  }
  return (
    <ol className={styles.messages} aria-label={t`Messages`} aria-live="polite">
      {pages.hasNextPage && (
        <li className="self-center">
          <Button
            size="md"
            onClick={() => void pages.fetchNextPage()}
            loadingLabel={pages.isFetchingNextPage ? t`Loading` : undefined}
          >
            <Trans>Earlier messages</Trans>
          </Button>
        </li>
      )}
      {messages.map((message, index) => (
        <Fragment key={message.id}>
          {dayOf(message.at) !== dayOf(messages[index - 1]?.at ?? "") && (
            <li className="self-center pt-3.5 pb-1 text-small font-medium text-ink-3">
              <DateText at={message.at} format="relative" />
            </li>
          )}
          <Bubble message={message} mine={message.from === mine} onSave={onSave} />
        </Fragment>
      ))}
      {outgoing.map((message) => (
        <OutgoingBubble key={message.key} place={place} message={message} deliver={deliver} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  );
}
