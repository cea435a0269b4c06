import type { CardHolder } from "@tessera/contract/cards/holder.schemas";
import { useEffect, useEffectEvent } from "react";
import { ApiError, type FieldError } from "../../../../lib/api/api-error.ts";
import { useForm } from "../../../../ui/form/use-form.ts";
import { giveFacts } from "./holder.queries.ts";
import { draftOf, draftProblems, fieldOfFact, holderBodyOf } from "./holder-draft.ts";

export interface HolderFormProps {
  readonly holder: CardHolder;
  /** Errors for the facts that the issuer rejected. */
  readonly refused?: readonly FieldError[] | undefined;
  readonly onGiven: () => void;
}

/** Manages the form that asks for the facts an issuer needs. */
export function useHolderForm({ holder, refused, onGiven }: HolderFormProps) {
  const form = useForm({
    initial: () => draftOf(holder),
    hidesOnChange: true,
    problems: (draft) => draftProblems(draft, holder.needed),
    send: async (draft) => {
      await giveFacts(holderBodyOf(draft, holder.needed));
      onGiven();
    },
    isAt: (path, field) => fieldOfFact(path) === field,
  });
  const showRefused = useEffectEvent((fields: readonly FieldError[]) =>
    form.refuse(new ApiError({ status: 422, code: "holder_facts_refused", message: "", fields })),
  );
  useEffect(() => {
    if (refused !== undefined && refused.length > 0) {
      showRefused(refused);
    }
  }, [refused]);
  return form;
}
