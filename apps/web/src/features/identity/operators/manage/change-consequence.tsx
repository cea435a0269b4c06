import { Trans } from "@lingui/react/macro";
import type { OperatorAct } from "./operators.mutations.ts";

/** What follows from a change for the operator, in a few sentences. */
export function ChangeConsequence({ kind }: { readonly kind: OperatorAct["kind"] }) {
  switch (kind) {
    case "role":
      return <Trans>They are signed out on every device at once and informed by email.</Trans>;
    case "suspend":
      return (
        <Trans>
          They are signed out on every device at once, and can’t sign in until their access is
          resumed. They are informed by email.
        </Trans>
      );
    case "resume":
      return (
        <Trans>
          They can sign in again with the same password and second factor. They are informed by
          email.
        </Trans>
      );
    case "remove":
      return (
        <Trans>
          They are signed out on every device at once and for good. Email, password and second
          factors are deleted; what they did stays in the audit log. Only a new invitation lets them
          in again.
        </Trans>
      );
  }
}
