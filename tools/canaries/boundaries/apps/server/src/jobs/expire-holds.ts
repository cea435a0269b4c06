// canary: module-is-entered-through-its-index
export { issueCard } from "../cards/lifecycle/issue-card.ts";
