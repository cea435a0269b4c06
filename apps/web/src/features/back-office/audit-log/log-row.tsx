import { useLingui } from "@lingui/react/macro";
import type { LogEntry } from "@tessera/contract/back-office/logs.schemas";
import { Fragment, type ReactNode } from "react";
import { deviceWords } from "../../../lib/device-words.ts";
import { useLocale } from "../../../lib/locale.ts";
import { ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { LogEnding } from "./log-ending.tsx";
import { ACTOR_TEXTS, CATEGORY_LOOKS } from "./log-words.ts";

/** The fields of a card that a log row shows. */
export interface LogCard {
  readonly id: string;
  readonly type: string;
  readonly nickname: string | null;
  readonly last4: string;
}

interface LogRowProps {
  readonly entry: LogEntry;
  readonly card: LogCard | undefined;
  readonly onOpen: () => void;
}

/** Returns true if the browser, operating system or IP address used for the action is known. */
function isPlaced({ browser, system, ip }: LogEntry): boolean {
  return browser !== null || system !== null || ip !== null;
}

function Meta({ entry, card }: Pick<LogRowProps, "entry" | "card">) {
  const { t } = useLingui();
  const locale = useLocale();
  const parts: (readonly [string, ReactNode])[] = [
    ["time", <DateText key="time" at={entry.at} format="time" />],
  ];
  if (card !== undefined) {
    parts.push(["card", `${cardName(card, locale)} ${card.last4}`]);
  }
  if (entry.actor !== "you" && entry.category !== "money") {
    parts.push(["actor", t(ACTOR_TEXTS[entry.actor])]);
  }
  if (entry.category === "sign_in" && isPlaced(entry)) {
    parts.push(["device", deviceWords(entry, t)]);
  }
  return parts.map(([key, node], index) => (
    <Fragment key={key}>
      {index > 0 && " · "}
      {node}
    </Fragment>
  ));
}

/** Renders one log entry: title, time, card, location and outcome. */
export function LogRow({ entry, card, onOpen }: LogRowProps) {
  const { icon: Icon } = CATEGORY_LOOKS[entry.category];
  const { amount, currency } = entry;
  return (
    <ListRowButton
      lead={
        <RowIcon>
          <Icon aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={entry.title}
      meta={<Meta entry={entry} card={card} />}
      amount={
        amount !== undefined && currency !== undefined ? (
          <Money amount={amount} currency={currency} />
        ) : undefined
      }
      quietAmount={entry.outcome === "refused"}
      status={<LogEnding entry={entry} />}
      onClick={onOpen}
    />
  );
}
