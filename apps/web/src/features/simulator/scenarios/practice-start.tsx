import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { DraftsChoice } from "./drafts-choice.tsx";
import { useBegin } from "./practice.mutations.ts";

/** Renders the start page, which explains practice and lets the customer include inactive rules. */
export function PracticeStart() {
  const { t } = useLingui();
  const [withDrafts, setWithDrafts] = useState(false);
  const begin = useBegin();
  return (
    <Panel>
      <h2 className="text-h">
        <Trans>See how a card works before real money is involved</Trans>
      </h2>
      <p className="mt-1.5 text-ink-2">
        <Trans>
          You get a practice card with practice money, and your rules apply to it. Payments are
          decided and recorded as on a real card, in a separate ledger.
        </Trans>
      </p>
      <DraftsChoice withDrafts={withDrafts} onChange={setWithDrafts} begin={begin} />
      <Button
        kind="primary"
        block
        className="mt-3"
        loadingLabel={begin.isPending ? t`Starting` : undefined}
        onClick={() => tellOutcome(begin, { withDrafts }, {})}
      >
        <Trans>Start practice</Trans>
      </Button>
    </Panel>
  );
}
