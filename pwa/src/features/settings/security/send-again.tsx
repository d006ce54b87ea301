// A button below a code field that sends another code after the pause between two emails.
import { Button } from '../../../ui/button'
import type { MailedCode } from './use-mailed-code'

export function SendAgain({ sending, secondsLeft }: MailedCode) {
  return (
    <Button
      size="sm"
      busy={sending.busy}
      aria-disabled={secondsLeft > 0 || undefined}
      className="aria-disabled:opacity-60"
      onClick={() => sending.submit()}
    >
      {secondsLeft > 0 ? (
        <span className="tabular">{`Send a new code in ${secondsLeft} s`}</span>
      ) : (
        'Send a new code'
      )}
    </Button>
  )
}
