import { Trans } from "@lingui/react/macro";
import type { OperatorAct } from "./operators.mutations.ts";

/** Explains in a few sentences what a change means for the operator. */
export function ChangeConsequence({ kind }: { readonly kind: OperatorAct["kind"] }) {
  switch (kind) {
    case "role":
      return (
        <Trans>All their devices are signed out immediately, and we notify them by email.</Trans>
      );
    case "suspend":
      return (
        <Trans>
          All their devices are signed out immediately, and they can’t sign in until their access is
          restored. We notify them by email.
        </Trans>
      );
    case "resume":
      return (
        <Trans>
          They can sign in again with the same password and second factor. We notify them by email.
        </Trans>
      );
    case "remove":
      return (
        <Trans>
          All their devices are signed out immediately and permanently. Their email, password and
          second factors are deleted; their actions stay in the audit log. Only a new invitation
          gives them access again.
        </Trans>
      );
  }
}
