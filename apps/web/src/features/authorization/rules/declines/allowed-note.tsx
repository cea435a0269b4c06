import { Trans, useLingui } from "@lingui/react/macro";
import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { useRevoke } from "./declines.mutations.ts";
import { momentAhead } from "./moment-ahead.ts";

interface AllowedNoteProps {
  readonly grant: Grant;
  /** False for permissions granted under Pending reviews, which cannot be undone. */
  readonly canUndo: boolean;
  /** True if nothing else blocks the payment. */
  readonly isEnough: boolean;
}

function Allowed({ grant }: { readonly grant: Grant }) {
  const locale = useLocale();
  const until = momentAhead(new Date(grant.expiresAt), locale, new Date());
  const amount = formatMoney(grant.amount, grant.currency);
  const merchant = grant.merchantName;
  if (grant.kind === "raise_until") {
    return /[1-9]/.test(grant.amount) ? (
      <Trans>
        The limit is raised by {amount} until {until}.
      </Trans>
    ) : (
      <Trans>More payments are allowed until {until}.</Trans>
    );
  }
  return (
    <Trans>
      You can pay {merchant} once, up to {amount}, regardless of your rules, until {until}.
    </Trans>
  );
}

/** Shows what the customer allowed for this payment, what to do next and how to revoke it. */
export function AllowedNote({ grant, canUndo, isEnough }: AllowedNoteProps) {
  const { t } = useLingui();
  const revoke = useRevoke();
  if (grant.status === "used") {
    return (
      <Note tone="positive" className="mt-3">
        <Trans>You allowed it once, and the retry went through.</Trans>
      </Note>
    );
  }
  return (
    <>
      <Note tone="positive" role="status" className="mt-3">
        {isEnough && (
          <p className="font-semibold">
            <Trans>Ask the merchant to try again</Trans>
          </p>
        )}
        <p>
          <Allowed grant={grant} />
        </p>
      </Note>
      {canUndo && (
        <Button
          size="md"
          className="mt-2.5"
          loadingLabel={revoke.isPending ? t`Undoing` : undefined}
          onClick={() => revoke.mutate(grant.id)}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
      {revoke.isError && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(revoke.error, t`Unknown error`)}
        </Note>
      )}
    </>
  );
}
