// canary: useExhaustiveDependencies
import { useEffect } from "react";

export function Balance({ id }: { id: string }) {
  useEffect(() => {
    document.body.dataset.card = id;
  }, []);
  return null;
}
