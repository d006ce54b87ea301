// A note that a form was restored from a draft, with a button to reset it.
import { Alert } from '../feedback/alert'
import { Button } from '../button'

export const RESTORED = 'You typed this before and did not save it.'

export function RestoredNote({ onReset }: { onReset: () => void }) {
  return (
    <Alert
      tone="info"
      action={
        <Button size="sm" onClick={onReset}>
          Start over
        </Button>
      }
    >
      {RESTORED}
    </Alert>
  )
}
