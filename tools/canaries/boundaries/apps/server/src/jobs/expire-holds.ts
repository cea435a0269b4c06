// canary: module-is-entered-through-its-index
export { issueCard } from "../modules/cards/issue-card.ts";
