// The screen for an account without access. It polls until an admin links the account to a client.
import { LockKeyhole, UserRoundSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { NO_CLIENT } from '../../../lib/text/client-errors'
import { onResponse } from '../../../lib/time/slow-response'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { Spinner } from '../../../ui/spinner'
import { isWaitingForLink } from '../../session/waiting-for-link'

const POLL_MS = 15_000

type AccessEndedProps = {
  onSignOut: () => void
  /** Called when the waiting account has been linked to a client. */
  onLinked: () => void
}

export default function AccessEnded({ onSignOut, onLinked }: AccessEndedProps) {
  const { isWaiting, retry } = useWaiting(onLinked)
  if (isWaiting === 'no-response') {
    return (
      <div className="m-auto flex w-full max-w-md flex-col items-center gap-4">
        <LoadError className="w-full" onRetry={retry}>
          Your account cannot be loaded just now. Check your network and try again.
        </LoadError>
        <Button onClick={onSignOut}>Sign Out</Button>
      </div>
    )
  }
  if (isWaiting === null) {
    return (
      <div className="flex flex-1 items-center justify-center text-xl text-ink-3">
        <Spinner label="Loading your account" />
      </div>
    )
  }
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      {isWaiting ? (
        <EmptyState
          heading="h1"
          icon={<UserRoundSearch size={22} aria-hidden="true" />}
          title={NO_CLIENT}
          action={<Button onClick={onSignOut}>Sign Out</Button>}
        >
          Your provider has been notified, and your setup is under way. This page goes on by itself when it is
          done.
        </EmptyState>
      ) : (
        <EmptyState
          heading="h1"
          icon={<LockKeyhole size={22} aria-hidden="true" />}
          title="This account has no access any more"
          action={<Button onClick={onSignOut}>Sign Out</Button>}
        >
          {NO_CLIENT} Messages you have not sent stay on this device until you sign out.
        </EmptyState>
      )}
    </div>
  )
}

/** Whether the account is waiting for a link. Null while loading; `no-response` if there is no response. */
function useWaiting(onLinked: () => void): { isWaiting: boolean | 'no-response' | null; retry: () => void } {
  const [isWaiting, setWaiting] = useState<boolean | 'no-response' | null>(null)
  const [tries, setTries] = useState(0)
  const linked = useRef(onLinked)
  useEffect(() => {
    linked.current = onLinked
  })
  useEffect(() => {
    let last: boolean | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = (): void => undefined
    const poll = () => {
      stop()
      stop = onResponse(isWaitingForLink(), handle, null)
    }
    const handle = (now: boolean | null) => {
      if (last === true && now === false) linked.current()
      last = now ?? last
      setWaiting(last ?? 'no-response')
      clearTimeout(timer)
      if (last !== false) timer = setTimeout(poll, POLL_MS)
    }
    poll()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [tries])
  const retry = () => {
    setWaiting(null)
    setTries(tries + 1)
  }
  return { isWaiting, retry }
}
