import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { hideToast, useToast } from "./toast-store.ts";

const ICONS = { success: Check, failure: TriangleAlert, plain: null } as const;

/**
 * Renders toasts at the bottom of the screen, above the navigation. Mounted once, by the shell.
 * `children` are rendered below the toasts.
 */
export function Toaster({ children }: { readonly children?: ReactNode }) {
  const toast = useToast();
  const Icon = toast === null ? null : ICONS[toast.tone];
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--nav-height)+16px)] z-60 flex flex-col items-center gap-2 px-(--gutter) lg:bottom-8"
    >
      {toast && (
        <div
          key={toast.id}
          className="pointer-events-auto flex min-h-12 max-w-md animate-[appear_220ms] items-center gap-3 rounded-control bg-ink px-4 py-2.5 text-page shadow-pop"
        >
          {Icon && <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="flex-none" />}
          <span className="min-w-0 font-medium">{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className="target ml-1 font-semibold underline underline-offset-4"
              onClick={() => {
                hideToast();
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
