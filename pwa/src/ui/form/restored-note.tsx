// Says that a form shows what was typed into it before and not saved, and offers to begin anew.
import { Alert } from '../feedback/alert'
import { Button } from '../button'

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
      You typed this before and did not save it.
    </Alert>
  )
}
