import { ChevronDown } from "lucide-react";

interface CompactSelectProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** Renders a native select no wider than its text, for the end of a bar. */
export function CompactSelect<V extends string>({
  label,
  options,
  value,
  onChange,
}: CompactSelectProps<V>) {
  return (
    <span className="hairline relative inline-flex min-h-11 items-center rounded-[9px] bg-surface has-[select:focus-visible]:shadow-[inset_0_0_0_2px_var(--accent)]">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) {
            onChange(chosen.value);
          }
        }}
        className="min-h-11 appearance-none rounded-[9px] bg-transparent pr-8 pl-3 text-[0.875rem]/5 font-medium outline-none [&>option]:bg-surface [&>option]:text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        size={16}
        strokeWidth={2}
        className="pointer-events-none absolute right-2.5"
      />
    </span>
  );
}
