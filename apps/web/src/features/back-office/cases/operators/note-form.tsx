import { Trans, useLingui } from "@lingui/react/macro";
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { useState } from "react";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { TextArea } from "../text-area.tsx";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";

/** Adds a note that only operators can read. */
export function NoteForm({ detail }: { readonly detail: OperatorCaseDetail }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const noting = useOperatorAct(detail);
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        tellOutcome(noting, { what: "note", text }, { whileShown: () => setText("") });
      }}
    >
      <Field label={t`Internal note`} hint={t`The customer never sees this.`}>
        {(control) => (
          <TextArea
            {...control}
            value={text}
            maxLength={2000}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="md"
        className="mt-3"
        disabled={text.trim() === ""}
        loadingLabel={noting.isPending ? t`Saving` : undefined}
      >
        <Trans>Add note</Trans>
      </Button>
      <ActProblem error={noting.error} />
    </form>
  );
}
