// canary: useExhaustiveSwitchCases
export function label(status: "open" | "frozen" | "closed") {
  switch (status) {
    case "open":
      return "Open";
    case "frozen":
      return "Frozen";
  }
}
