import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_APPEAL_LENGTH } from "@tessera/contract/back-office/reviews.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { useCaseAct } from "./reviews.mutations.ts";
import { TextArea } from "./text-area.tsx";

interface AppealSheetProps {
  readonly caseId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets the customer appeal a rejection. */
export function AppealSheet({ caseId, open, onClose }: AppealSheetProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const appealing = useCaseAct(caseId);
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Appeal</Trans>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          tellOutcome(appealing, { what: "appeal", text }, { whileShown: onClose });
        }}
      >
        <p className="mb-3 text-ink-2">
          <Trans>
            A different reviewer will take one more look, and that decision is final. Until then,
            the money is on hold again.
          </Trans>
        </p>
        <Field
          label={t`Why it should be approved`}
          error={
            appealing.error === null ? undefined : messageOf(appealing.error, t`Unknown error`)
          }
        >
          {(control) => (
            <TextArea
              {...control}
              value={text}
              maxLength={MAX_APPEAL_LENGTH}
              required
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-4"
          disabled={text.trim() === ""}
          loadingLabel={appealing.isPending ? t`Sending` : undefined}
        >
          <Trans>Send appeal</Trans>
        </Button>
      </form>
    </Sheet>
  );
}
