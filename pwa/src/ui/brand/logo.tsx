// Pulseboard's logo: mark and name.
import { cx } from '../cx'
import { PULSE_PATH } from './pulse-path'

/** The mark without the name. It is decorative, so show the name beside it or in a label. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('h-7 w-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path
        d={PULSE_PATH}
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-2.5 font-semibold tracking-[-0.015em] text-ink', className)}
    >
      <LogoMark />
      {name}
    </span>
  )
}
