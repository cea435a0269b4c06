import { Trans, useLingui } from "@lingui/react/macro";
import type { Operator, OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { useState } from "react";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { ReasonedProof } from "../../../../ui/proof/reasoned-proof.tsx";
import { ChangeConsequence } from "./change-consequence.tsx";
import { needsTwo, type OperatorAct, useOperatorChange } from "./operators.mutations.ts";
import { RoleField } from "./role-field.tsx";
import { useChangeWords } from "./use-change-words.ts";

interface ChangeSheetProps {
  readonly operator: Operator;
  readonly kind: OperatorAct["kind"];
  readonly open: boolean;
  readonly onClose: () => void;
}

function actOf(kind: OperatorAct["kind"], role: OperatorRole): OperatorAct {
  return kind === "role" ? { kind, role } : { kind };
}

/** Explains the effects of a change and whether it needs a second administrator. */
function Consequences({ act, isByTwo }: { act: OperatorAct; isByTwo: boolean }) {
  return (
    <Note tone={act.kind === "resume" ? "info" : "caution"}>
      <ChangeConsequence kind={act.kind} />
      {isByTwo && (
        <p className="mt-1.5">
          <Trans>This takes effect once another administrator approves.</Trans>
        </p>
      )}
    </Note>
  );
}

/**
 * Lets an administrator change an operator's role or access, or propose the change. Requires a
 * reason and a step-up.
 */
export function ChangeSheet({ operator: current, kind, open, onClose }: ChangeSheetProps) {
  const { t } = useLingui();
  // Keeps the version shown when the sheet opened, so that the server can refuse to overwrite a
  // newer one.
  const [operator] = useState(current);
  const form = useForm({
    initial: { role: operator.role },
    problems: ({ role }) => ({
      role: kind === "role" && role === operator.role && t`Choose another role.`,
    }),
    send: () => undefined,
  });
  const { role } = form.draft;
  const change = useOperatorChange();
  const act = actOf(kind, role);
  const words = useChangeWords(kind);
  const isByTwo = needsTwo(operator, act);
  const { username } = operator;
  return (
    <Sheet open={open} onClose={onClose} title={words.title(username)}>
      <ReasonedProof
        reason={{
          label: t`Reason`,
          hint: isByTwo
            ? t`The other administrators see it, and it is kept in the audit log.`
            : t`For the audit log.`,
          missing: t`Give a short reason.`,
        }}
        continueLabel={t`Continue`}
        check={() => {
          form.submit();
          return form.isRight;
        }}
        summary={<Consequences act={act} isByTwo={isByTwo} />}
        confirmLabel={isByTwo ? t`Propose` : words.verb}
        destructive={kind === "remove" || kind === "suspend"}
        onProven={async (proof, reason) => {
          const outcome = await change({ operator, act, reason, proof });
          const text = outcome === "done" ? words.done : t`Proposed to the other administrators`;
          showToast({ tone: "success", text });
          onClose();
        }}
      >
        <Consequences act={act} isByTwo={isByTwo} />
        {kind === "role" && (
          <RoleField
            value={role}
            onChange={(next) => form.change({ role: next })}
            error={form.errorAt("role")}
          />
        )}
      </ReasonedProof>
    </Sheet>
  );
}
