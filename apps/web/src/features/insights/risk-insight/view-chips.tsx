import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";

interface ViewChipsProps<V extends string> {
  readonly label: string;
  readonly views: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (view: V) => void;
}

/** Renders chips that select how a section is grouped, one at a time. */
export function ViewChips<V extends string>({ label, views, value, onChange }: ViewChipsProps<V>) {
  return (
    <div className="-mx-(--gutter) mb-2">
      <FilterChips label={label}>
        {views.map((view) => (
          <FilterChip
            key={view.value}
            selected={view.value === value}
            onClick={() => onChange(view.value)}
          >
            {view.label}
          </FilterChip>
        ))}
      </FilterChips>
    </div>
  );
}
