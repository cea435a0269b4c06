import { Trans, useLingui } from "@lingui/react/macro";
import type { ListedMessage } from "@tessera/contract/authorization/network.schemas";
import { inCell } from "../../../lib/navigation/cell-links.ts";
import { ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { KIND_LOOKS, STATE_LOOKS } from "./unmatched-words.ts";

/** Renders one message in the list: merchant, type, card, amount and status. */
export function UnmatchedRow({ message }: { readonly message: ListedMessage }) {
  const { t } = useLingui();
  const { id, kind, state, merchant, amount, currency, card } = message;
  const { icon: Icon, text } = KIND_LOOKS[kind];
  const look = STATE_LOOKS[state];
  return (
    <ListRowLink
      to={{
        to: "/system/network",
        search: (old: UnmatchedSearchOf) => ({ ...old, open: id, ...inCell(message.cell) }),
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={
        <RowIcon>
          <Icon aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={merchant.name}
      meta={
        <>
          {t(text)} · •••• {card.last4} · <DateText at={message.receivedAt} />
        </>
      }
      amount={
        amount === null ? <Trans>Full amount</Trans> : <Money amount={amount} currency={currency} />
      }
      quietAmount={state === "dismissed" || state === "dropped"}
      status={
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      }
    />
  );
}

type UnmatchedSearchOf = Readonly<Partial<Record<string, string>>>;
