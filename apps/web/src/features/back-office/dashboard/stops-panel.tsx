import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { inCell } from "../../../lib/navigation/cell-links.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { CHECK_WORDS } from "./board-words.ts";
import { LiftStop } from "./lift-stop.tsx";

type Stop = Board["stops"][number];

function StopRow({ stop, mayLift }: { readonly stop: Stop; readonly mayLift: boolean }) {
  const { t } = useLingui();
  const { customerId, account, currency, check, at } = stop;
  const name = account === "card" ? t`Card, ${currency}` : t`Account, ${currency}`;
  return (
    <ListRow
      title={
        <Link
          to="/system/customers/$customerId"
          params={{ customerId }}
          search={inCell(stop.cell)}
          className="text-accent-ink"
        >
          {name}
        </Link>
      }
      meta={
        <>
          <Trans>Failed check: {t(CHECK_WORDS[check])}</Trans>
          <br />
          <DateText at={at} />
        </>
      }
      status={mayLift ? <LiftStop stop={stop} /> : undefined}
    />
  );
}

/**
 * Lists stopped accounts. No money moves on these accounts until an administrator lifts the stop.
 */
export function StopsPanel({ stops }: Pick<Board, "stops">) {
  const { user } = useSession();
  if (stops.length === 0) {
    return null;
  }
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Stopped accounts</Trans>
      </h2>
      <div>
        {stops.map((stop) => (
          <StopRow key={stop.id} stop={stop} mayLift={user?.role === "administrator"} />
        ))}
      </div>
    </Panel>
  );
}
