import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Chip } from "../text/status-chip.tsx";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly {
    readonly value: T;
    readonly label: string;
    /** Number of waiting items; zero is not shown. */
    readonly count?: number | undefined;
  }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The content of the selected tab. */
  readonly children: ReactNode;
}

/** Renders tabs, with the selected tab underlined. Arrow keys move between tabs. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <BaseTabs.List
        aria-label={label}
        className="flex gap-5 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] scrollbar-none"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="flex min-h-11 min-w-11 flex-none items-center justify-center gap-2 font-medium whitespace-nowrap text-ink-2 transition-colors duration-220 -outline-offset-2 data-active:font-semibold data-active:text-ink data-active:shadow-[inset_0_-2px_0_var(--accent)]"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <>
                {" "}
                <Chip tone="caution">
                  <span className="pl-0.5">{tab.count}</span>
                </Chip>
              </>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="outline-none">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
