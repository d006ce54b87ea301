// A checkbox with a label. A click on either toggles it.

type CheckFieldProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-control items-center gap-2.5 text-base font-medium text-ink">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-primary"
      />
      {label}
    </label>
  )
}
