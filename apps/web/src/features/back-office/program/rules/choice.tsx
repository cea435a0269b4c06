import { Segmented } from "../../../../ui/form/segmented.tsx";

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Renders a choice between a few options, with a label above them. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-small font-medium text-ink-2">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}
