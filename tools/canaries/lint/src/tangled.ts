// canary: noExcessiveCognitiveComplexity
export function decide(a: number, b: number) {
  let result = 0;
  if (a > 0 && b < 0) {
    if (a > 1 && b < 1) {
      if (a > 2 && b < 2) {
        if (a > 3 && b < 3) {
          if (a > 4 && b < 4) {
            if (a > 5 && b < 5) {
              if (a > 6 && b < 6) {
                result = 1;
              }
            }
          }
        }
      }
    }
  }
  return result;
}
