import { useLingui } from "@lingui/react/macro";
import type { ListedCustomer } from "@tessera/contract/back-office/customers.schemas";
import { Avatar } from "../../../ui/card-face/card-thumb.tsx";
import { LOCALE_NAMES } from "../../../ui/form/preference-buttons.tsx";
import type { EndingPages } from "../../../ui/list/list-end.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PictureText } from "../../../ui/table/picture-text.tsx";
import {
  type TableColumn,
  type TableSort,
  TIME_WIDTH_REM,
} from "../../../ui/table/table-columns.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { customerLink } from "./customer-link.ts";
import { ClosingChip, StoppedChip, SuspendedChip } from "./customer-row.tsx";

/** The server's sort order for customers. */
const NEWEST_FIRST: TableSort = { columnId: "opened", direction: "descending" };
/** Height of the page's top bar above the table, in pixels. */
const BAR_HEIGHT = 56;

interface CustomerTableProps {
  readonly customers: readonly ListedCustomer[];
  readonly pages: EndingPages;
  readonly failed: string;
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
}

/** Shows anything unusual about a customer, or the fallback text if there is nothing. */
function Standing({
  customer: { status, stoppedAt, closing },
  children,
}: {
  readonly customer: ListedCustomer;
  readonly children: string;
}) {
  return status === "active" && stoppedAt === null && closing === null ? (
    children
  ) : (
    <span className="flex items-center gap-2">
      {status === "suspended" && <SuspendedChip />}
      {stoppedAt !== null && <StoppedChip />}
      {closing !== null && <ClosingChip state={closing} />}
    </span>
  );
}

function useColumns(): readonly TableColumn<ListedCustomer>[] {
  const { t } = useLingui();
  const standing = ({ status, stoppedAt, closing }: ListedCustomer) => {
    const words = [
      status === "suspended" ? t`Suspended` : undefined,
      stoppedAt === null ? undefined : t`On security hold`,
      closing === null ? undefined : closing === "closed" ? t`Closed` : t`Closing`,
    ].filter((word) => word !== undefined);
    return words.length === 0 ? t({ message: "Active", context: "customer" }) : words.join(", ");
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
      show: (customer) => <Standing customer={customer}>{standing(customer)}</Standing>,
      widthRem: 7.5,
    },
    {
      id: "stopped",
      label: t`On hold since`,
      value: ({ stoppedAt }) => (stoppedAt === null ? null : { at: stoppedAt }),
      firstDirection: "descending",
      widthRem: TIME_WIDTH_REM,
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
      widthRem: TIME_WIDTH_REM,
      room: "medium",
    },
  ];
}

/** Renders customers as a table, on wide screens. */
export function CustomerTable({ customers, ...rest }: CustomerTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...rest}
      caption={t`Customers`}
      columns={useColumns()}
      rows={customers}
      loadedOrder={NEWEST_FIRST}
      opening={{ linkTo: ({ id, cell }) => customerLink(id, cell) }}
      stickyTop={BAR_HEIGHT}
    />
  );
}
