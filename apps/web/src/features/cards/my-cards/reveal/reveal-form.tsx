import { Trans, useLingui } from "@lingui/react/macro";
import { REVEAL_SECONDS } from "@tessera/contract/constants";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ProofField } from "../../../../ui/proof/proof-field.tsx";
import { type Prove, useExplained, useProof } from "../../../../ui/proof/use-proof.ts";
import type { Hidden } from "./use-secrets.ts";

interface RevealFormProps {
  readonly cardId: string;
  readonly asking: boolean;
  readonly why: Hidden;
  readonly error: unknown;
  readonly onReveal: (prove: Prove) => void;
}

/** Asks for a step-up before a card's details are shown. */
export function RevealForm({ cardId, asking, why, error, onReveal }: RevealFormProps) {
  const { t } = useLingui();
  const proving = useProof({ operation: "card_reveal", cardId });
  const failed = useExplained(proving, error);
  const form = useForm({
    initial: {},
    proof: proving,
    send: () => {
      if (!asking) {
        onReveal(proving.prover());
        proving.clear();
      }
    },
  });
  return (
    <form ref={form.ref} className="pt-1" onSubmit={form.submit}>
      {why !== "never-shown" && (
        <Note role="status" className="mb-4">
          {why === "time" ? (
            <Trans>Details were hidden after {REVEAL_SECONDS} seconds.</Trans>
          ) : (
            <Trans>Details were hidden when you left this page.</Trans>
          )}
        </Note>
      )}
      <p className="mb-4 text-ink-2">
        <Trans>Confirm that it’s you to see the card number and CVV. Each view is recorded.</Trans>
      </p>
      <ProofField proving={proving} autoFocus />
      {failed && (
        <Note tone="negative" role="alert" className="mt-4">
          <p className="font-semibold">
            <Trans>Failed to fetch card details</Trans>
          </p>
          <p>{messageOf(error, t`Unknown error`)}</p>
        </Note>
      )}
      <Button
        kind="primary"
        block
        type="submit"
        className="mt-5"
        loadingLabel={asking ? t`Checking` : undefined}
      >
        <Trans>Show details</Trans>
      </Button>
    </form>
  );
}
