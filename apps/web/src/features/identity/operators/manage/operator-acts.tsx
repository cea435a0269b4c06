import { Trans } from "@lingui/react/macro";
import type { Operator } from "@tessera/contract/identity/operators.schemas";
import { Button } from "../../../../ui/form/button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import styles from "./manage.module.css";
import { useOpening } from "./use-opening.ts";

const ChangeSheet = lazySheet(async () => (await import("./change-sheet.tsx")).ChangeSheet);

type Kind = "role" | "suspend" | "resume" | "remove";

/** Lists an administrator's actions on another operator; each asks for confirmation. */
export function OperatorActs({ operator }: { readonly operator: Operator }) {
  const { opening, open, close } = useOpening<Kind>();
  const isActive = operator.status === "active";
  return (
    <>
      <div className={styles.acts}>
        <Button aria-haspopup="dialog" onClick={() => open("role")}>
          <Trans>Change role</Trans>
        </Button>
        {isActive ? (
          <Button aria-haspopup="dialog" onClick={() => open("suspend")}>
            <Trans>Suspend</Trans>
          </Button>
        ) : (
          <Button aria-haspopup="dialog" onClick={() => open("resume")}>
            <Trans>Restore</Trans>
          </Button>
        )}
        <Button kind="destructive" aria-haspopup="dialog" onClick={() => open("remove")}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      {opening !== undefined && (
        <ChangeSheet
          key={opening.serial}
          operator={operator}
          kind={opening.what}
          open={opening.open}
          onClose={close}
        />
      )}
    </>
  );
}
