// canary: test-enters-its-own-context-only
export { issueCard } from "../../cards/lifecycle/issue-card.ts";
