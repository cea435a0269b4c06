import type { LinkProps } from "@tanstack/react-router";

/** Returns link props that open a customer next to the list and keep the list's filters. */
export function customerLink(customerId: string): LinkProps {
  return {
    to: "/system/customers/$customerId",
    params: { customerId },
    search: ({ q, status }: Partial<Record<string, string>>) => ({
      ...(q !== undefined && { q }),
      ...(status !== undefined && { status }),
    }),
    resetScroll: false,
  };
}
