import type { LinkProps } from "@tanstack/react-router";

/** Links to a customer next to the list, which keeps its filters. */
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
