import { Trans, useLingui } from "@lingui/react/macro";
import type { WireSettings } from "@tessera/contract/back-office/program.schemas";
import { parseAmount } from "@tessera/money";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ReasonedProof } from "../../../ui/proof/reasoned-proof.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { LIMIT_WORDS } from "./limit-words.ts";
import {
  AMOUNT_FIELDS,
  draftOfSettings,
  type LimitsDraft,
  settingsOfDraft,
} from "./limits-draft.ts";
import { useProposeSettings } from "./program.mutations.ts";

interface ProposeLimitsSheetProps {
  readonly base: WireSettings;
  readonly draft: LimitsDraft;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onProposed: () => void;
}

function Changes({ base, draft }: Pick<ProposeLimitsSheetProps, "base" | "draft">) {
  const { t } = useLingui();
  const before = draftOfSettings(base);
  const changed = AMOUNT_FIELDS.filter(
    (field) => parseAmount(before[field], "USD") !== parseAmount(draft[field], "USD"),
  );
  return (
    <dl>
      {changed.map((field, place) => (
        <KeyValue key={field} ruled={place > 0} label={t(LIMIT_WORDS[field].label)}>
          <Money amount={before[field]} currency="USD" /> →{" "}
          <Money amount={draft[field]} currency="USD" />
        </KeyValue>
      ))}
    </dl>
  );
}

/** Lets an administrator propose new limits, which another administrator has to approve. */
export function ProposeLimitsSheet(props: ProposeLimitsSheetProps) {
  const { t } = useLingui();
  const { base, draft, open, onClose, onProposed } = props;
  const propose = useProposeSettings();
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Propose limits</Trans>}>
      <ReasonedProof
        reason={{
          label: t`Reason`,
          hint: t`The other administrators see it, and it is kept in the audit log.`,
          missing: t`Give a short reason.`,
        }}
        continueLabel={t`Continue`}
        summary={<Changes base={base} draft={draft} />}
        confirmLabel={t`Propose`}
        onProven={async (proof, reason) => {
          await propose({ ...settingsOfDraft(draft, base.version), reason }, proof);
          showToast({ tone: "success", text: t`Proposed to the other administrators` });
          onProposed();
          onClose();
        }}
      >
        <p className="text-ink-2">
          <Trans>
            Nothing changes until another administrator approves it under Operators, within seven
            days.
          </Trans>
        </p>
        <Changes base={base} draft={draft} />
      </ReasonedProof>
    </Sheet>
  );
}
