// The spinner: our pulse mark, drawn repeatedly.
import { cx } from './cx'
import { PULSE_PATH } from './brand/pulse-path'

/** Screen readers announce `label`. Omit it if a visible text has the same content. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label === undefined ? undefined : 'status'} className={cx('inline-flex', className)}>
      <svg viewBox="0 0 32 32" className="h-[1.25em] w-[1.25em]" aria-hidden="true" fill="none">
        <path
          d={PULSE_PATH}
          stroke="currentColor"
          strokeOpacity="0.22"
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <path
          d={PULSE_PATH}
          className="animate-trace"
          pathLength={1}
          strokeDasharray="0.5 1"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}
