// The strength of a new password as a bar and in words.
import { PASSWORD_MIN } from '../../lib/validation/password'
import { strengthOf } from '../../lib/validation/password-strength'
import { cx } from '../cx'

const TONES = ['bg-line', 'bg-bad', 'bg-warn', 'bg-good', 'bg-good']

export function StrengthMeter({ password }: { password: string }) {
  const { score, words } = strengthOf(password)
  if (score === 0) return <span>At least {PASSWORD_MIN} characters.</span>
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden="true" className="flex shrink-0 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 w-6 rounded-full transition-colors',
              step <= score ? TONES[score] : 'bg-line-strong',
            )}
          />
        ))}
      </span>
      <span aria-live="polite">{words}</span>
    </span>
  )
}
