import type { ReactNode } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";

interface FormEndProps {
  /** What is wrong with the form as a whole. */
  readonly problem: string | null | undefined;
  /** What is happening, as a verb ("Changing"), while it is being sent. */
  readonly sending: string | undefined;
  /** Closer to what stands above. */
  readonly tight?: boolean | undefined;
  /** What the form does ("Change password"). */
  readonly children: ReactNode;
}

/** Where a form ends: what is wrong with it, and the button that sends it. */
export function FormEnd({ problem, sending, tight, children }: FormEndProps) {
  return (
    <>
      {problem != null && (
        <Note tone="negative" role="alert" className={tight ? "mt-3" : "mt-4"}>
          {problem}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className={tight ? "mt-3" : "mt-5"}
        loadingLabel={sending}
      >
        {children}
      </Button>
    </>
  );
}
