// canary: compiled-bigint
export const Sum = memo(({ values }: { values: readonly bigint[] }) => (
  <Bar values={values.map((value) => (value > 0n ? value : value))} />
));
