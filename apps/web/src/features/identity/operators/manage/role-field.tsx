import { useLingui } from "@lingui/react/macro";
import { OPERATOR_ROLES, type OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { Field } from "../../../../ui/form/field.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { ROLE_HINTS, ROLE_NAMES } from "./operator-words.ts";

interface RoleFieldProps {
  readonly value: OperatorRole;
  readonly onChange: (role: OperatorRole) => void;
  readonly error?: string | undefined;
}

/** Lets an administrator choose a role, and describes each one. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={t`Role`} hint={t(ROLE_HINTS[value])} error={error}>
      {(control) => (
        <Select
          {...control}
          name="role"
          value={value}
          onChange={({ target }) => onChange(target.value as OperatorRole)}
        >
          {OPERATOR_ROLES.map((role) => (
            <option key={role} value={role}>
              {t(ROLE_NAMES[role])}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
