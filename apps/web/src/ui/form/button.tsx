import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../style/class-names.ts";

export type ButtonKind = "primary" | "fill" | "outline" | "text" | "destructive";

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary:
    "bg-accent text-on-accent hover:bg-[color-mix(in_oklab,var(--accent),var(--accent-press))] active:bg-accent-press",
  fill: "bg-fill text-ink hover:bg-[color-mix(in_oklab,var(--fill),var(--fill-press))] active:bg-fill-press",
  outline: "shadow-[inset_0_0_0_1px_var(--control)] text-ink hover:bg-fill active:bg-fill-press",
  text: "text-accent-ink hover:bg-fill active:bg-fill-press",
  destructive: "hairline text-negative hover:bg-negative-soft active:bg-negative-soft",
};

const DISABLED = "bg-fill text-ink-3";

interface ButtonLook {
  readonly kind?: ButtonKind | undefined;
  /** 52 px high, or 44 px (`md`). */
  readonly size?: "lg" | "md" | undefined;
  readonly block?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Returns a button's CSS classes, for links that look like a button. */
export function buttonClass({ kind = "fill", size = "lg", block, className }: ButtonLook): string {
  const layout = block ? "flex" : "inline-flex";
  return buttonClassOf(KINDS[kind], size, block, classNames(layout, className));
}

function buttonClassOf(
  look: string,
  size: "lg" | "md",
  block: boolean | undefined,
  className: string | undefined,
): string {
  return classNames(
    "place-content-center items-center justify-center gap-2 text-center font-semibold transition-colors duration-120",
    block && "w-full",
    size === "lg"
      ? "min-h-13 rounded-control px-5 py-2 text-button"
      : "min-h-11 rounded-small px-4 py-1.5 text-body",
    look,
    className,
  );
}

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className">,
    ButtonLook {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly icon?: ReactNode;
  /** Names the action in progress, as a verb ("Adding"). Shown with a spinner while loading. */
  readonly loadingLabel?: string | undefined;
  readonly children: ReactNode;
}

/** Renders a button. While loading, it keeps its width and ignores clicks. */
export function Button({
  kind = "fill",
  size = "lg",
  block,
  className,
  icon,
  loadingLabel,
  children,
  disabled,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const loading = loadingLabel !== undefined;
  const look = disabled ? DISABLED : KINDS[kind];
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={buttonClassOf(
        look,
        size,
        block,
        classNames(block ? "grid" : "inline-grid", className),
      )}
    >
      <span
        className={classNames(
          "col-start-1 row-start-1 inline-flex items-center justify-center gap-2",
          loading && "invisible",
        )}
      >
        {icon}
        {children}
      </span>
      {loading && (
        <span className="col-start-1 row-start-1 inline-flex items-center justify-center gap-2">
          <LoaderCircle aria-hidden="true" size={20} strokeWidth={1.75} className="spinning" />
          {loadingLabel}
        </span>
      )}
    </button>
  );
}
