// The error after a failed load, with a retry button.
import { Alert } from './alert'
import { Button } from '../button'

type LoadErrorProps = { children: string; onRetry: () => void; className?: string | undefined }

export function LoadError({ children, onRetry, className }: LoadErrorProps) {
  return (
    <Alert
      {...(className !== undefined && { className })}
      action={
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
