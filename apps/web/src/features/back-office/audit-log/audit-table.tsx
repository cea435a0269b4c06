import { useLingui } from "@lingui/react/macro";
import type { AuditRecord } from "@tessera/contract/back-office/logs.schemas";
import { deviceWords } from "../../../lib/device-words.ts";
import type { EndingPages } from "../../../ui/list/list-end.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import type { TableColumn, TableSort } from "../../../ui/table/table-columns.ts";
import { TwoLines } from "../../../ui/table/two-lines.tsx";
import { useActorName } from "./actor-name.ts";
import { RefusedChip } from "./log-ending.tsx";
import { NEWEST_FIRST, timeColumn } from "./time-column.ts";

interface AuditTableProps {
  readonly records: readonly AuditRecord[];
  readonly pages: EndingPages;
  readonly onOpen: (record: AuditRecord) => void;
  readonly failed: string;
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
}

function useColumns(): readonly TableColumn<AuditRecord>[] {
  const { t } = useLingui();
  const nameOf = useActorName();
  const result = ({ outcome }: AuditRecord) =>
    outcome === "ok" ? t({ message: "Done", context: "logs" }) : t`Denied`;
  const deviceOf = (record: AuditRecord) =>
    record.browser === null && record.system === null ? null : deviceWords(record, t);
  return [
    timeColumn(t`Time`),
    { id: "who", label: t`Who`, value: nameOf, widthRem: 10, room: "small", namesRow: true },
    { id: "act", label: t`Action`, value: ({ title }) => title, isTitle: true },
    {
      id: "customer",
      label: t`Customer`,
      value: ({ customerName, customerId }) => customerName ?? customerId,
      widthRem: 9,
      room: "medium",
    },
    // The objects' ids are too long for a column; an opened record shows its own.
    { id: "object", label: t`Object`, value: ({ object }) => object, copyOnly: true },
    {
      id: "result",
      label: t`Result`,
      value: result,
      show: (record) => (record.outcome === "refused" ? <RefusedChip /> : result(record)),
      widthRem: 6.5,
    },
    {
      id: "ip",
      label: t`IP address`,
      value: ({ ip }) => ip,
      show: (record) => <TwoLines first={record.ip} second={deviceOf(record)} />,
      widthRem: 8.25,
      room: "medium",
    },
    { id: "device", label: t`Device`, value: deviceOf, copyOnly: true },
    { id: "request", label: t`Request ID`, value: ({ requestId }) => requestId, copyOnly: true },
  ];
}

/** Renders audit events as a table, on wide screens. */
export function AuditTable({ records, onOpen, ...rest }: AuditTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...rest}
      caption={t`Audit log`}
      columns={useColumns()}
      rows={records}
      loadedOrder={NEWEST_FIRST}
      opening={{ onOpen }}
    />
  );
}
