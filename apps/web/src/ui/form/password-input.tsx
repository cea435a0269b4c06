import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { Input, type InputProps } from "./input.tsx";

/** Renders a password input with a button that reveals the password. */
export function PasswordInput(props: Omit<InputProps, "type" | "trailing">) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      placeholder=" "
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          className="text-ink-2"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
        </IconButton>
      }
    />
  );
}
