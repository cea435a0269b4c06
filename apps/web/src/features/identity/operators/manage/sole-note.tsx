import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Note } from "../../../../ui/layout/panel.tsx";
import { administratorsQuery } from "./operators.queries.ts";

/** Tells a sole administrator which actions require a second administrator, and how to add one. */
export function SoleNote() {
  const { data } = useQuery(administratorsQuery());
  if (data?.data.length !== 1) {
    return null;
  }
  return (
    <Note tone="caution" className="mt-3">
      <Trans>
        You’re the only administrator. Adding reviewers or administrators, or raising limits, takes
        two. Add the second one on the server with{" "}
        <code className="whitespace-nowrap">create-operator</code>.
      </Trans>
    </Note>
  );
}
