import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../../lib/session/session-store.ts";
import { Avatar } from "../../../ui/card-face/card-thumb.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { profileQuery } from "./profile.queries.ts";

/** Shows the user's name and email, with `children` below, such as an operator's role. */
export function ProfileHead({ children }: { readonly children: ReactNode }) {
  const { user, token } = useSession();
  // The session is cleared on sign-out while this is still mounted.
  const profile = useQuery({ ...profileQuery, enabled: token !== null });
  const username = profile.data?.username ?? user?.username ?? "";
  return (
    <div className="flex items-center gap-3.5 pt-1 pb-4">
      <Avatar username={username} />
      <div className="min-w-0 flex-1">
        <div className="text-h2 break-words">{username}</div>
        <div className="min-h-4.5 text-small break-all text-ink-3">
          {profile.data?.email ??
            (profile.isPending && <Skeleton className="after-150ms mt-1 h-3 w-40" />)}
        </div>
        <div className="mt-1 [&>span]:whitespace-normal">{children}</div>
      </div>
    </div>
  );
}
