// canary: line-width
export const message = ["One sentence that goes on", "and another that follows it", "without an end", x];
