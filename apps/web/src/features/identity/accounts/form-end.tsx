import type { ReactNode } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";

interface FormEndProps {
  /** Error for the form as a whole, if any. */
  readonly problem: string | null | undefined;
  /** Label of the button while the form is being sent, such as "Changing". */
  readonly sending: string | undefined;
  /** True for a smaller gap above. */
  readonly tight?: boolean | undefined;
  /** Label of the button, such as "Change password". */
  readonly children: ReactNode;
}

/** Renders the end of a form: its error and the submit button. */
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
