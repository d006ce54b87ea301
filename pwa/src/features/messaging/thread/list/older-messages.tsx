// Head above the oldest message: loading, a failure with Retry, or the start of the conversation.
import { Button } from '../../../../ui/button'
import { Spinner } from '../../../../ui/spinner'
import type { Older } from '../use-older'

type OlderHeadProps = { older: Older; isOffline: boolean; otherName: string; onRetry: () => void }

export function OlderHead({ older, isOffline, otherName, onRetry }: OlderHeadProps) {
  return (
    <div className="flex h-full items-center justify-center gap-3 px-4 text-center text-sm text-ink-3">
      {older === 'loading' && <Spinner label="Loading older messages" className="text-primary" />}
      {older === 'start' && (
        <p className="text-balance">This is the start of your conversation with {otherName}.</p>
      )}
      {older === 'failed' && (
        <>
          <p>
            {isOffline ? 'Older messages come when you are online.' : 'Older messages could not be loaded.'}
          </p>
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        </>
      )}
    </div>
  )
}
