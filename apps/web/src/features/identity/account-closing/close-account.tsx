import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ClosingStanding } from "@tessera/contract/identity/account-closing.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";
import { closingQuery } from "./account-closing.queries.ts";
import { ClosingGroups } from "./closing-groups.tsx";
import { ClosingUnderWay } from "./closing-under-way.tsx";
import { RemainingAmounts } from "./remaining-panel.tsx";

const ConfirmClosing = lazySheet(async () => {
  return (await import("./confirm-closing.tsx")).ConfirmClosing;
});

function Intro({ coolingDays }: Pick<ClosingStanding, "coolingDays">) {
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          It takes {coolingDays} days to close your account, and you can change your mind during
          that time. After that, your cards close. Once everything has settled, nobody can sign in
          to the account anymore.
        </Trans>
      </p>
      <p className="mt-2 text-ink-2">
        <Trans>You may need your statements later:</Trans>{" "}
        <Link to="/reconciliation" className={inlineLinkClass}>
          <Trans>download them first</Trans>
        </Link>
      </p>
    </>
  );
}

function Remaining({ standing }: { readonly standing: ClosingStanding }) {
  // An amount that can be withdrawn is listed among the items to settle, not as a small remainder.
  const isSmall = standing.groups.every(({ kind }) => kind !== "withdrawable");
  return isSmall ? (
    <section className="mt-5">
      <h2 className="text-h">
        <Trans>Remaining amount</Trans>
      </h2>
      <Panel className="mt-2.5 text-ink-2">
        <RemainingAmounts amounts={standing.remaining} />
      </Panel>
    </section>
  ) : null;
}

function Standing({ standing }: { readonly standing: ClosingStanding }) {
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  const { closing, canAsk, needsCustomer, groups, coolingDays } = standing;
  const isBlocked = groups.some(({ effect }) => effect === "blocks");
  const open = () => setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true }));
  return (
    <>
      {closing === null ? (
        <Intro coolingDays={coolingDays} />
      ) : (
        <ClosingUnderWay closing={closing} needsCustomer={needsCustomer} />
      )}
      <ClosingGroups groups={groups} />
      <Remaining standing={standing} />
      {closing === null && !canAsk && (
        <Note tone="info" className="mt-5">
          <Trans>
            You can close the account once everything under “Settle these first” is done.
          </Trans>
        </Note>
      )}
      {canAsk && (
        <Button kind="destructive" block className="mt-5" aria-haspopup="dialog" onClick={open}>
          <Trans>Close the account</Trans>
        </Button>
      )}
      {closing !== null && needsCustomer && !isBlocked && (
        <Button kind="primary" block className="mt-5" aria-haspopup="dialog" onClick={open}>
          <Trans>Confirm the remaining amount</Trans>
        </Button>
      )}
      {opening !== undefined && (
        <ConfirmClosing
          key={opening.serial}
          standing={standing}
          again={closing !== null}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}

/**
 * Renders the page for closing the account: the consequences, what must be settled first, the
 * request and its status.
 */
export function CloseAccount() {
  const { t } = useLingui();
  const { data, isPending, error, refetch } = useQuery(closingQuery);
  if (isPending) {
    return (
      <Loading>
        <Skeleton className="h-11 w-full rounded-small" />
        <Skeleton className="mt-4 h-32 w-full rounded-panel" />
        <Skeleton className="mt-2.5 h-32 w-full rounded-panel" />
      </Loading>
    );
  }
  return data === undefined ? (
    <ErrorPanel
      aboutMoney
      message={messageOf(error, t`Unknown error`)}
      onRetry={() => void refetch()}
    />
  ) : (
    <Standing standing={data} />
  );
}
