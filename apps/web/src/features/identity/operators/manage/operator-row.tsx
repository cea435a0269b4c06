import { Trans, useLingui } from "@lingui/react/macro";
import type { Operator } from "@tessera/contract/identity/operators.schemas";
import { ShieldOff } from "lucide-react";
import { Avatar } from "../../../../ui/card-face/card-thumb.tsx";
import { ListRowLink } from "../../../../ui/list/list-row.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { ROLE_NAMES, STATUS_LOOKS } from "./operator-words.ts";

/** Marks an operator without a second factor, who cannot do anything yet. */
export function NoFactorChip() {
  return (
    <Chip tone="caution" icon={ShieldOff}>
      <Trans>No second factor</Trans>
    </Chip>
  );
}

/** Shows whether an operator is active, suspended, or removed. */
export function OperatorStatusChip({ status }: Pick<Operator, "status">) {
  const { t } = useLingui();
  const look = STATUS_LOOKS[status];
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {t(look.text)}
    </Chip>
  );
}

/**
 * Renders one operator in the list. Pressing the row opens the operator next to the list, or in
 * place of the list on narrow screens.
 */
export function OperatorRow({ operator }: { readonly operator: Operator }) {
  const { t } = useLingui();
  const { id, username, role, status, secondFactor, lastSignInAt, you } = operator;
  return (
    <ListRowLink
      to={{
        to: "/system/operators",
        search: (old: Readonly<Partial<Record<string, string>>>) => ({ ...old, open: id }),
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={<Avatar username={username} size={40} />}
      title={
        <span className="break-all">
          {username}
          {you && (
            <span className="font-normal text-ink-3">
              {" "}
              <Trans>(you)</Trans>
            </span>
          )}
        </span>
      }
      meta={
        <>
          {t(ROLE_NAMES[role])} ·{" "}
          {lastSignInAt === null ? (
            <Trans>never signed in</Trans>
          ) : (
            <Trans>
              last sign-in <DateText at={lastSignInAt} format="brief" />
            </Trans>
          )}
        </>
      }
      status={
        status === "active" && !secondFactor ? (
          <NoFactorChip />
        ) : (
          <OperatorStatusChip status={status} />
        )
      }
    />
  );
}
