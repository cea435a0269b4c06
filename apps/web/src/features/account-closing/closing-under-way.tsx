import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type {
  AccountClosing,
  ClosingStanding,
} from "@tessera/contract/account-closing/account-closing.schemas";
import { useState } from "react";
import { messageOf } from "../../lib/api-error.ts";
import { useLocale } from "../../lib/locale.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatFullMoment } from "../../ui/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { Note } from "../../ui/panel.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { keepAccount } from "./account-closing.queries.ts";

function Named({ named }: Pick<AccountClosing, "named">) {
  return named.length === 0 ? null : (
    <p className="mt-1.5">
      <Trans>You agreed to leave:</Trans>{" "}
      {named.map(({ currency, amount }, place) => (
        <span key={currency}>
          {place > 0 && " + "}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </p>
  );
}

/** How the closing stands, and the way to cancel it. */
export function ClosingUnderWay({
  closing,
  needsCustomer,
}: Pick<ClosingStanding, "needsCustomer"> & { readonly closing: AccountClosing }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [asked, setAsked] = useState(false);
  const keeping = useMutation({ mutationFn: keepAccount });
  const end = formatFullMoment(new Date(closing.endsAt), locale);
  const keep = () =>
    keeping.mutate(undefined, {
      onSuccess: () => {
        setAsked(false);
        showToast({ tone: "success", text: t`Your account stays open.` });
      },
    });
  return (
    <>
      <Note tone="caution" role="status">
        {closing.state === "cooling" ? (
          <Trans>
            Your account begins to close on {end}. Until then your cards go on paying, and you can
            withdraw. New cards and deposits are not possible.
          </Trans>
        ) : (
          <Trans>
            The cooling period is over. Your cards close once their payments have settled, and then
            the account.
          </Trans>
        )}
        <Named named={closing.named} />
        {needsCustomer && (
          <p className="mt-1.5 font-semibold">
            <Trans>The end waits for you: look at the list and at what remains below.</Trans>
          </p>
        )}
      </Note>
      <Button block className="mt-3" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        <Trans>Keep my account</Trans>
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={<Trans>Keep your account?</Trans>}
        confirmLabel={t`Keep it`}
        dismissLabel={t`Go on closing`}
        loadingLabel={keeping.isPending ? t`Cancelling` : undefined}
        onConfirm={keep}
      >
        <Trans>The closing is cancelled. Cards that have closed already stay closed.</Trans>
        {keeping.error !== null && (
          <Note tone="negative" role="alert" className="mt-2.5">
            {messageOf(keeping.error, t`Unknown error`)}
          </Note>
        )}
      </ConfirmDialog>
    </>
  );
}
