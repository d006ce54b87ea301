// A progress bar with its state in words.
type ProgressBarProps = { percent: number; label: string; detail?: string }

export function ProgressBar({ percent, label, detail }: ProgressBarProps) {
  return (
    <span className="block">
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 block h-2 forced-color-adjust-none overflow-hidden rounded-full bg-sunken"
      >
        <span style={{ width: `${percent}%` }} className="block h-full rounded-full bg-primary" />
      </span>
      {detail !== undefined && <span className="tabular mt-0.5 block text-xs text-ink-3">{detail}</span>}
    </span>
  )
}
