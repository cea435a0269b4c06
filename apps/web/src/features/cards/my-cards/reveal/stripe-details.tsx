import { Trans, useLingui } from "@lingui/react/macro";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { openStripeNumber } from "./open-stripe-number.ts";
import { RevealForm } from "./reveal-form.tsx";
import { StripeUnreachable } from "./stripe-unreachable.ts";
import { StripeView } from "./stripe-view.tsx";
import { useSecrets } from "./use-secrets.ts";

interface StripeDetailsProps {
  readonly cardId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function Unreachable({
  asking,
  onRetry,
}: {
  readonly asking: boolean;
  readonly onRetry: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className="pt-1">
      <Note tone="negative" role="alert">
        <p className="font-semibold">
          <Trans>Stripe couldn’t show the card details</Trans>
        </p>
        <p>
          <Trans>
            Stripe stores this card’s number and displays it directly. Check your connection and
            make sure your browser isn’t blocking js.stripe.com.
          </Trans>
        </p>
      </Note>
      <Button
        kind="primary"
        block
        className="mt-5"
        loadingLabel={asking ? t`Loading` : undefined}
        onClick={() => !asking && onRetry()}
        autoFocus
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/**
 * Shows the details of a card whose number Stripe stores, using Stripe's elements, after a step-up.
 */
export function StripeDetails({ cardId, open, onClose }: StripeDetailsProps) {
  const locale = useLocale();
  const { state, reveal, again, fail } = useSecrets(open, (asking) =>
    openStripeNumber(cardId, locale, asking),
  );
  if (state.kind === "shown") {
    return (
      <StripeView
        number={state.secrets}
        hidesAtMs={state.hidesAtMs}
        onHide={onClose}
        onFail={fail}
      />
    );
  }
  const error = state.kind === "hidden" ? state.error : undefined;
  const isRetrying = state.kind === "asking" && state.isAgain;
  if (isRetrying || error instanceof StripeUnreachable) {
    return <Unreachable asking={isRetrying} onRetry={again} />;
  }
  return (
    <RevealForm
      cardId={cardId}
      asking={state.kind === "asking"}
      why={state.kind === "hidden" ? state.why : "never-shown"}
      error={error}
      onReveal={reveal}
    />
  );
}
