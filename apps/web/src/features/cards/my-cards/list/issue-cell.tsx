import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Offered } from "../../../../ui/layout/offered.tsx";

/** Renders a link to issue another card, placed after the last card in the tray. */
export function IssueCell() {
  const { t } = useLingui();
  return (
    <Offered what="cards">
      <Link
        to="/card-selection"
        aria-label={t`Issue card`}
        className="grid h-12 w-15.5 flex-none place-items-center text-ink-2"
      >
        <span className="grid h-[31px] w-12 place-items-center rounded-thumb border-[1.5px] border-dashed border-control">
          <Plus aria-hidden="true" size={16} strokeWidth={2} />
        </span>
      </Link>
    </Offered>
  );
}
