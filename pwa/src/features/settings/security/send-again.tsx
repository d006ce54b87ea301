// A button below a code field that sends another code after the pause between two emails.
import { Button } from '../../../ui/button'
import type { MailedCode } from './use-mailed-code'

export function SendAgain({ sending, left }: MailedCode) {
  return (
    <Button
      size="sm"
      busy={sending.busy}
      aria-disabled={left > 0 || undefined}
      className="aria-disabled:opacity-60"
      onClick={() => sending.submit()}
    >
      {left > 0 ? <span className="tabular">{`Send a new code in ${left} s`}</span> : 'Send a new code'}
    </Button>
  )
}
