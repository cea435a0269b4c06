import { useLingui } from "@lingui/react/macro";
import type { LogEntry } from "@tessera/contract/back-office/logs.schemas";
import { deviceWords } from "../../../lib/device-words.ts";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import type { EndingPages } from "../../../ui/list/list-end.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { classNames } from "../../../ui/style/class-names.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PictureText } from "../../../ui/table/picture-text.tsx";
import type { TableColumn, TableSort } from "../../../ui/table/table-columns.ts";
import { TwoLines } from "../../../ui/table/two-lines.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { statusText } from "../../../ui/text/status-chip.tsx";
import { LogEnding } from "./log-ending.tsx";
import type { LogCard } from "./log-row.tsx";
import { ACTOR_TEXTS } from "./log-words.ts";
import { NEWEST_FIRST, timeColumn } from "./time-column.ts";

interface LogTableProps {
  readonly entries: readonly LogEntry[];
  readonly pages: EndingPages;
  readonly cards: readonly LogCard[] | undefined;
  readonly onOpen: (entry: LogEntry) => void;
  readonly failed: string;
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
}

function useCardColumn(cards: readonly LogCard[] | undefined): TableColumn<LogEntry> {
  const { t } = useLingui();
  const locale = useLocale();
  const byId = new Map(cards?.map((card) => [card.id, card]));
  const cardOf = ({ cardId }: LogEntry) => (cardId === undefined ? undefined : byId.get(cardId));
  const nameOf = (card: LogCard) => `${cardName(card, locale)} ${card.last4}`;
  return {
    id: "object",
    label: t`Object`,
    value: (entry) => {
      const card = cardOf(entry);
      return card === undefined ? null : nameOf(card);
    },
    show: (entry) => {
      const card = cardOf(entry);
      const picture = card && <CardThumb cardId={card.id} type={card.type} size="xs" />;
      return (
        card && (
          <PictureText picture={picture} end={card.last4}>
            {cardName(card, locale)}
          </PictureText>
        )
      );
    },
    widthRem: 10.5,
    room: "medium",
  };
}

function useMoneyColumns(): readonly TableColumn<LogEntry>[] {
  const { t } = useLingui();
  return [
    {
      id: "amount",
      label: t`Amount`,
      value: ({ amount, currency }) =>
        amount === undefined || currency === undefined ? null : { amount, currency },
      show: ({ amount, currency, outcome }) =>
        amount !== undefined && (
          <Money
            amount={amount}
            currency={currency}
            className={classNames(outcome === "refused" && "text-ink-3")}
          />
        ),
      firstDirection: "descending",
      namesRow: true,
    },
    {
      id: "currency",
      label: t`Currency`,
      value: ({ currency }) => currency ?? null,
      copyOnly: true,
    },
  ];
}

function useColumns(cards: readonly LogCard[] | undefined): readonly TableColumn<LogEntry>[] {
  const { t } = useLingui();
  const deviceOf = (entry: LogEntry) =>
    entry.browser === null && entry.system === null ? null : deviceWords(entry, t);
  const ending = ({ status, outcome }: LogEntry) => {
    const act = outcome === "ok" ? t({ message: "Done", context: "logs" }) : t`Denied`;
    return status === undefined ? act : t(statusText(status));
  };
  return [
    timeColumn(t`Time`),
    {
      id: "who",
      label: t`Who`,
      value: ({ actor }) => t(ACTOR_TEXTS[actor]),
      widthRem: 6.75,
      room: "large",
    },
    { id: "act", label: t`Action`, value: ({ title }) => title, isTitle: true },
    useCardColumn(cards),
    ...useMoneyColumns(),
    {
      id: "result",
      label: t`Result`,
      value: ending,
      show: (entry) =>
        entry.status === undefined && entry.outcome === "ok" ? (
          ending(entry)
        ) : (
          <LogEnding entry={entry} />
        ),
      widthRem: 7.5,
      room: "small",
    },
    {
      id: "ip",
      label: t`IP address`,
      value: ({ ip }) => ip,
      show: (entry) => <TwoLines first={entry.ip} second={deviceOf(entry)} />,
      widthRem: 8.25,
      room: "medium",
    },
    { id: "device", label: t`Device`, value: deviceOf, copyOnly: true },
  ];
}

/** Renders the log as a table, on wide screens. */
export function LogTable({ entries, cards, onOpen, ...rest }: LogTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...rest}
      caption={t`Logs`}
      columns={useColumns(cards)}
      rows={entries}
      loadedOrder={NEWEST_FIRST}
      opening={{ onOpen }}
    />
  );
}
