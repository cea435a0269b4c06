import { Trans, useLingui } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { useOffers } from "../../../lib/api/offering.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ListRow, ListRowLink } from "../../../ui/list/list-row.tsx";
import { AgeText } from "./age-text.tsx";
import { QUEUE_WORDS } from "./board-words.ts";

interface QueuesPanelProps extends Pick<Board, "queues" | "at"> {
  /** Returns the page for a queue, or undefined if the operator may not open it. */
  readonly placeOf: (queue: Board["queues"][number]["queue"]) => LinkProps | undefined;
}

/** Lists the queues with their sizes and the age of the oldest entry. */
export function QueuesPanel({ queues, at, placeOf }: QueuesPanelProps) {
  const { t } = useLingui();
  const offersNetwork = useOffers("network");
  const shown = queues.filter(
    ({ queue, count }) => offersNetwork || count > 0 || queue !== "unmatched",
  );
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Waiting</Trans>
      </h2>
      <div>
        {shown.map(({ queue, count, oldestAt }) => {
          const to = placeOf(queue);
          const name = t(QUEUE_WORDS[queue]);
          const row = {
            meta:
              oldestAt === null ? undefined : (
                <Trans>
                  The oldest for <AgeText since={oldestAt} at={at} />
                </Trans>
              ),
            amount: count,
            quietAmount: count === 0,
          };
          return to === undefined ? (
            <ListRow key={queue} title={name} {...row} />
          ) : (
            <ListRowLink
              key={queue}
              to={to}
              title={<span className="text-accent-ink">{name}</span>}
              {...row}
            />
          );
        })}
      </div>
    </Panel>
  );
}
