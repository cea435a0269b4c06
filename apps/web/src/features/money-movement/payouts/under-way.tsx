import { Trans } from "@lingui/react/macro";
import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { ArrowUpRight } from "lucide-react";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { shortAddress } from "./address-groups.tsx";

/** Renders withdrawals in progress, so that customers can find them after a reload. */
export function UnderWay({ withdrawals }: { readonly withdrawals: readonly Withdrawal[] }) {
  const open = withdrawals.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={<Trans>In progress</Trans>} />
      {open.map((one) => (
        <ListRowLink
          key={one.id}
          to={{ to: "/wallet/withdraw", search: { id: one.id } }}
          lead={
            <RowIcon>
              <ArrowUpRight aria-hidden="true" strokeWidth={1.75} />
            </RowIcon>
          }
          title={one.addressLabel}
          meta={shortAddress(one.address)}
          amount={<Money amount={`-${one.total}`} currency={one.currency} />}
          status={<StatusChip status={one.status} />}
        />
      ))}
    </section>
  );
}
