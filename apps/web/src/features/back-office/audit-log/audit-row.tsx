import type { AuditRecord } from "@tessera/contract/back-office/logs.schemas";
import { ListRow, ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { useActorName } from "./actor-name.ts";
import { RefusedChip } from "./log-ending.tsx";
import { CATEGORY_LOOKS } from "./log-words.ts";

/** Renders one audit event in the list: action, time, actor and customer. */
export function AuditRow({
  record,
  onOpen,
}: {
  readonly record: AuditRecord;
  /** Opens the event; undefined if the row cannot be opened. */
  readonly onOpen?: (() => void) | undefined;
}) {
  const { icon: Icon } = CATEGORY_LOOKS[record.category];
  const who = useActorName()(record);
  const { actorName, actor, customerName, customerId } = record;
  const whom = customerName ?? customerId;
  const row = {
    lead: (
      <RowIcon>
        <Icon aria-hidden="true" strokeWidth={1.75} />
      </RowIcon>
    ),
    title: record.title,
    meta: (
      <span className="break-words">
        <DateText at={record.at} format="time" /> · {who}
        {whom !== null && whom !== (actorName ?? actor) && ` → ${whom}`}
      </span>
    ),
    status: record.outcome === "refused" ? <RefusedChip /> : null,
  };
  return onOpen === undefined ? <ListRow {...row} /> : <ListRowButton {...row} onClick={onOpen} />;
}
