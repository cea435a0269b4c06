import { useLingui } from "@lingui/react/macro";
import type { CustomerSummary } from "@tessera/contract/customers/customers.schemas";
import { Avatar } from "../../ui/card-thumb.tsx";
import { DateText } from "../../ui/date-text.tsx";
import type { EndingPages } from "../../ui/list-end.tsx";
import { LOCALE_NAMES } from "../../ui/preference-buttons.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { PictureText } from "../../ui/table/picture-text.tsx";
import type { TableColumn, TableSort } from "../../ui/table/table-columns.ts";
import { customerLink } from "./customer-link.ts";
import { StoppedChip, SuspendedChip } from "./customer-row.tsx";

/** The server's order. */
const NEWEST_FIRST: TableSort = { columnId: "opened", direction: "descending" };
/** What stays above the table: the page's bar alone. */
const BAR_HEIGHT = 56;

interface CustomerTableProps {
  readonly customers: readonly CustomerSummary[];
  readonly pages: EndingPages;
  readonly failed: string;
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
}

function useColumns(): readonly TableColumn<CustomerSummary>[] {
  const { t } = useLingui();
  const standing = ({ status, stoppedAt }: CustomerSummary) => {
    const normal = stoppedAt === null ? t({ message: "Active", context: "customer" }) : t`Stopped`;
    return status === "suspended" ? t`Suspended` : normal;
  };
  return [
    {
      id: "name",
      label: t`Name`,
      value: ({ username }) => username,
      show: ({ username }) => (
        <PictureText picture={<Avatar username={username} size={28} />}>{username}</PictureText>
      ),
      isTitle: true,
    },
    {
      id: "email",
      label: t`Email`,
      value: ({ email }) => email,
      room: "small",
      namesRow: true,
    },
    {
      id: "status",
      label: t`Status`,
      value: standing,
      show: (customer) => {
        const stopped = customer.stoppedAt === null ? standing(customer) : <StoppedChip />;
        return customer.status === "suspended" ? <SuspendedChip /> : stopped;
      },
      widthRem: 7.5,
    },
    {
      id: "stopped",
      label: t`Stopped since`,
      value: ({ stoppedAt }) => (stoppedAt === null ? null : { at: stoppedAt }),
      firstDirection: "descending",
      widthRem: 8,
      room: "large",
    },
    {
      id: "cards",
      label: t`Cards`,
      value: ({ cardCount }) => cardCount,
      firstDirection: "descending",
      widthRem: 4.75,
      room: "medium",
    },
    {
      id: "language",
      label: t`Language`,
      value: ({ locale }) => LOCALE_NAMES[locale],
      widthRem: 6.5,
      room: "large",
    },
    {
      id: "opened",
      label: t({ message: "Opened", context: "customer" }),
      value: ({ createdAt }) => ({ at: createdAt }),
      show: ({ createdAt }) => <DateText at={createdAt} format="day" />,
      firstDirection: "descending",
      widthRem: 7.5,
      room: "medium",
    },
  ];
}

/** Customers as a table, on wide screens. */
export function CustomerTable({ customers, ...rest }: CustomerTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...rest}
      caption={t`Customers`}
      columns={useColumns()}
      rows={customers}
      loadedOrder={NEWEST_FIRST}
      opening={{ linkTo: ({ id }) => customerLink(id) }}
      stickyTop={BAR_HEIGHT}
    />
  );
}
