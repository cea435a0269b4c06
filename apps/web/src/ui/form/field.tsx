import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** Attributes that connect an input to its field. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  /** Why the value is rejected. Replaces the hint. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly hintIcon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Renders an error message with an icon, below a control. */
export function FieldError({
  id,
  children,
}: {
  readonly id?: string;
  readonly children: ReactNode;
}) {
  return (
    <span id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-small text-negative">
      <CircleAlert aria-hidden="true" size={16} strokeWidth={2} className="mt-px flex-none" />
      <span>{children}</span>
    </span>
  );
}

/** Renders a labeled control with its hint or error below it. */
export function Field({ label, error, hint, hintIcon, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": hasNote ? noteId : undefined,
      })}
      {error !== undefined && <FieldError id={noteId}>{error}</FieldError>}
      {error === undefined && hint !== undefined && (
        <span id={noteId} className="mt-1.5 flex items-start gap-1.5 text-small text-ink-3">
          {hintIcon}
          <span>{hint}</span>
        </span>
      )}
    </div>
  );
}
