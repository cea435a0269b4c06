import { revealCard } from "@tessera/contract/cards/card-issuing.endpoints";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { RevealForm } from "./reveal-form.tsx";
import { SecretsView } from "./secrets-view.tsx";
import { useSecrets } from "./use-secrets.ts";

interface OwnDetailsProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows the details of a card whose number Tessera stores, after a step-up. */
export function OwnDetails({ card, open, onClose }: OwnDetailsProps) {
  const { state, reveal } = useSecrets(open, ({ proof, signal }) =>
    call(revealCard, { params: { id: card.id }, proof, signal }),
  );
  return state.kind === "shown" ? (
    <SecretsView
      secrets={state.secrets}
      network={card.network}
      hidesAtMs={state.hidesAtMs}
      onHide={onClose}
    />
  ) : (
    <RevealForm
      cardId={card.id}
      asking={state.kind === "asking"}
      why={state.kind === "hidden" ? state.why : "never-shown"}
      error={state.kind === "hidden" ? state.error : undefined}
      onReveal={reveal}
    />
  );
}
