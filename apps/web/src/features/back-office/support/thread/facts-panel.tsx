import { Trans, useLingui } from "@lingui/react/macro";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { KeyValue, Note, Panel } from "../../../../ui/layout/panel.tsx";
import { useMediaQuery } from "../../../../ui/layout/use-media-query.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { FactsDetails, hasDetails } from "./facts-details.tsx";
import { FactsRow, FactsStatus } from "./facts-row.tsx";
import { layerWord } from "./facts-words.ts";
import styles from "./thread.module.css";

/** Returns the facts that have changed since the conversation began. */
function changesOf(then: Facts, now: Facts) {
  return {
    status: then.status !== now.status,
    balance: then.balance !== now.balance && now.balance !== null,
    amount: then.amount !== now.amount && now.amount !== null,
  };
}

function Changes({ then, now }: { readonly then: Facts; readonly now: Facts }) {
  const changed = changesOf(then, now);
  if (!(changed.status || changed.balance || changed.amount)) {
    return (
      <p className="pb-3 text-small text-ink-3">
        <Trans>Nothing has changed since.</Trans>
      </p>
    );
  }
  return (
    <dl className="pb-2 text-small">
      {changed.status && (
        <KeyValue label={<Trans>Current status</Trans>}>
          <FactsStatus facts={now} />
        </KeyValue>
      )}
      {changed.balance && (
        <KeyValue label={<Trans>Current balance</Trans>}>
          <Money amount={now.balance ?? "0.00"} currency={now.currency} />
        </KeyValue>
      )}
      {changed.amount && (
        <KeyValue label={<Trans>Current amount</Trans>}>
          <Money amount={now.amount ?? "0.00"} currency={now.currency} />
        </KeyValue>
      )}
    </dl>
  );
}

function Frozen({ facts }: { readonly facts: Facts }) {
  const { t } = useLingui();
  const words = facts.frozenBy.flatMap((layer) => layerWord(layer) ?? []);
  const who = words.map((word) => t(word)).join(", ");
  return who === "" ? null : (
    <p className="pb-3 text-small text-ink-2">
      <Trans>Frozen by {who}.</Trans>
    </p>
  );
}

interface FactsPanelProps {
  readonly facts: Facts;
  /** The current facts; null if the subject no longer exists, undefined if they are not shown. */
  readonly now?: Facts | null | undefined;
  /** Links to more details about the subject. */
  readonly links?: ReactNode;
}

function Then({ facts, now }: { readonly facts: Facts; readonly now: Facts | null }) {
  return (
    <div className="border-t border-line pt-1">
      <p className="py-1.5 text-small text-ink-3">
        <Trans>
          As of <DateText at={facts.readAt} />
        </Trans>
      </p>
      {now === null ? (
        <p className="pb-3 text-small">
          <Trans>It no longer exists.</Trans>
        </p>
      ) : (
        <Changes then={facts} now={now} />
      )}
    </div>
  );
}

/**
 * Renders the content of the expanded panel: reason, next step and changes since the conversation
 * began.
 */
function Behind({ facts, now, links }: FactsPanelProps) {
  const current = now ?? facts;
  return (
    <>
      {facts.declineMessage !== null && (
        <Note tone="negative" className="mb-3">
          {facts.declineMessage}
        </Note>
      )}
      <Frozen facts={current} />
      {now !== undefined && <Then facts={facts} now={now} />}
      {hasDetails(current) && (
        <div className="border-t border-line pt-1">
          <FactsDetails facts={current} atDesk={now !== undefined} />
        </div>
      )}
      {links}
    </>
  );
}

/**
 * Shows a conversation's subject as it was when the conversation began, with its reason and current
 * state. On a phone, the panel is collapsed to a row to leave space for the messages.
 */
export function FactsPanel(props: FactsPanelProps) {
  const { facts, now, links } = props;
  const { t } = useLingui();
  const isWide = useMediaQuery("(min-width: 1024px)");
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const hasMore =
    now !== undefined ||
    links !== undefined ||
    hasDetails(facts) ||
    facts.declineMessage !== null ||
    facts.frozenBy.length > 0;
  const isOpen = isWide || isOpened;
  return (
    <section aria-label={t`Topic`} className={styles.facts}>
      <Panel className="py-1!">
        <FactsRow facts={facts} />
        {hasMore && !isWide && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpened}
            aria-controls={isOpened ? id : undefined}
            onClick={() => setOpened(!isOpened)}
          >
            {isOpened ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
            <ChevronDown aria-hidden="true" size={18} strokeWidth={1.75} />
          </button>
        )}
        {hasMore && isOpen && (
          <div id={id}>
            <Behind {...props} />
          </div>
        )}
      </Panel>
    </section>
  );
}
