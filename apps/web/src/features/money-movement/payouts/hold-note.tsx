import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Note } from "../../../ui/layout/panel.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";

/** Renders a notice about a security hold: what the hold blocks and how it is lifted. */
export function HoldNote({ className }: { readonly className?: string }) {
  return (
    <Note tone="negative" className={className}>
      <p>
        <Trans>
          Your account is on hold because someone opened a “not me” link. Reset your password and
          contact support: you can’t withdraw until then.
        </Trans>
      </p>
      <Link to="/customer-service" search={{ write: "1" }} className={textLinkClass}>
        <Trans>Contact support</Trans>
      </Link>
    </Note>
  );
}
