import { Trans } from "@lingui/react/macro";
import type {
  AccountClosing,
  ClosingStanding,
} from "@tessera/contract/identity/account-closing.schemas";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { Money } from "../../../ui/text/money.tsx";

const KeepDialog = lazySheet(async () => (await import("./keep-dialog.tsx")).KeepDialog);

function Named({ named }: Pick<AccountClosing, "named">) {
  return named.length === 0 ? null : (
    <p className="mt-1.5">
      <Trans>You agreed to leave in the account:</Trans>{" "}
      {named.map(({ currency, amount }, place) => (
        <span key={currency}>
          {place > 0 && " + "}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </p>
  );
}

/** Shows the status of a pending account closure and lets the customer cancel it. */
export function ClosingUnderWay({
  closing,
  needsCustomer,
}: Pick<ClosingStanding, "needsCustomer"> & { readonly closing: AccountClosing }) {
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  const open = () => {
    setOpened(true);
    setAsked(true);
  };
  const end = formatFullMoment(new Date(closing.endsAt), locale);
  return (
    <>
      <Note tone="caution" role="status">
        {closing.state === "cooling" ? (
          <Trans>
            Your account closure begins on {end}. Until then, your cards keep working and you can
            withdraw money, but you can’t get new cards or make deposits.
          </Trans>
        ) : (
          <Trans>
            The cooling-off period is over. Your cards close once their payments have settled, and
            then your account closes.
          </Trans>
        )}
        <Named named={closing.named} />
        {needsCustomer && (
          <p className="mt-1.5 font-semibold">
            <Trans>
              Your account can’t close until you act. Check the list and the remaining amounts
              below.
            </Trans>
          </p>
        )}
      </Note>
      <Button block className="mt-3" aria-haspopup="dialog" onClick={open}>
        <Trans>Keep my account</Trans>
      </Button>
      {opened && <KeepDialog open={asked} onClose={() => setAsked(false)} />}
    </>
  );
}
