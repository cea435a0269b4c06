/** Returns the Luhn sum of digits, where the last digit is not doubled. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum;
}

/** Returns the digit that makes `payload` a Luhn-valid number when appended. */
export function luhnCheckDigit(payload: string): string {
  return String((10 - (luhnSum(`${payload}0`) % 10)) % 10);
}
