import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ProofField } from "../../../../ui/proof/proof-field.tsx";
import { useExplained, useProof } from "../../../../ui/proof/use-proof.ts";
import { cardLabel } from "../card-label.ts";
import { useVerifyCard } from "./use-verify-card.ts";

interface VerifySheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks the owner to confirm that a card on hold is safe, with a step-up for this card. */
export function VerifySheet({ card, open, onClose }: VerifySheetProps) {
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Is this card safe?</Trans>}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <VerifyForm card={card} onClose={onClose} />
    </Sheet>
  );
}

function VerifyForm({ card, onClose }: Pick<VerifySheetProps, "card" | "onClose">) {
  const { t } = useLingui();
  const proving = useProof({ operation: "card_verify", cardId: card.id });
  const write = useVerifyCard(card.id, ({ status }) => {
    onClose();
    showToast(
      status === "frozen"
        ? { tone: "success", text: t`The hold is lifted, but another freeze is still in place` }
        : { tone: "success", text: t`Hold lifted. The card can make payments again` },
    );
  });
  const isRefused = useExplained(proving, write.error);
  const locked = write.sending || write.unknown;
  const form = useForm({
    initial: {},
    proof: proving,
    send: () => {
      if (!locked) {
        write.send(proving.prover());
      }
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="pt-1">
      <p className="mb-4 text-ink-2">
        <Trans>
          Confirm only if you know that you or a merchant you pay entered the wrong details. The
          card can then make payments again, and the count of wrong attempts resets to zero.
        </Trans>
      </p>
      <fieldset disabled={locked} className="min-w-0">
        <ProofField proving={proving} />
      </fieldset>
      {isRefused && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(write.error, t`Unknown error`)}
        </Note>
      )}
      {write.unknown && !write.sending ? (
        <Note tone="caution" role="alert" className="mt-4">
          <p>
            <Trans>No response. The hold may or may not have been lifted.</Trans>
          </p>
          <Button size="md" className="mt-2.5" onClick={write.sendAgain}>
            <Trans>Check again</Trans>
          </Button>
        </Note>
      ) : (
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-5"
          loadingLabel={
            write.sending ? (write.processing ? t`Still processing` : t`Checking`) : undefined
          }
        >
          <Trans>The card is safe</Trans>
        </Button>
      )}
    </form>
  );
}
