// canary: list-of-modules-knows-only-manifests
export { issueCard } from "./cards/lifecycle/index.ts";
