// /oauth2callback: the page that Google redirects to. The server redeems the code in the address once.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'

import type { Outcome } from '../../../lib/outcome'
import { Alert } from '../../../ui/feedback/alert'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Spinner } from '../../../ui/spinner'
import { StandalonePage } from './standalone-page'
import { finishConsent } from '../mutations'
import type { Profile } from '../remote'

/** The history entry's state once the account is connected. It survives a reload and does not name the account. */
const CONNECTED = 'connected'

type CallbackScreenProps = {
  connectPath: string
  connectionsPath: string
  dashboardPath: string
  /** Opens an address of the app. */
  go: (address: string) => void
}

export function CallbackScreen({ connectPath, connectionsPath, dashboardPath, go }: CallbackScreenProps) {
  const [params, setParams] = useSearchParams()
  const state: unknown = useLocation().state
  const [outcome, setOutcome] = useState<Outcome<Profile> | null>(null)
  const started = useRef(false)
  const finish = useEffectEvent(() => {
    if (started.current) return
    started.current = true
    if (state === CONNECTED) {
      // After a reload the address has no code, so this screen would show an error although the account is connected.
      go(connectionsPath)
      return
    }
    // Remove the code from the address, so that neither the history nor a reload contains it.
    setParams({}, { replace: true })
    void finishConsent(params).then((result) => {
      setOutcome(result)
      if (result.is === 'done') setParams({}, { replace: true, state: CONNECTED })
    })
  })
  useEffect(() => finish(), [])

  if (outcome === null) {
    return (
      <StandalonePage title="Connecting your Google account">
        <p className="mt-4 flex items-center gap-3 text-base text-ink-2">
          <Spinner label="Connecting" />
          One moment: we ask Google who you are.
        </p>
      </StandalonePage>
    )
  }
  if (outcome.is === 'failed') {
    return (
      <StandalonePage title="Something went wrong">
        <Alert className="mt-4">{outcome.message}</Alert>
        <div className="mt-5 grid gap-2 sm:grid-cols-2">
          <Button tone="primary" onClick={() => go(connectPath)}>
            Try Again
          </Button>
          <Button onClick={() => go(dashboardPath)}>Back to Dashboard</Button>
        </div>
      </StandalonePage>
    )
  }
  const { name, email, picture, connected_property: property } = outcome.value
  return (
    <StandalonePage title="Your Google account is connected">
      <div className="mt-5 flex items-center gap-4">
        <Picture address={picture} name={name === '' ? email : name} />
        <div className="min-w-0">
          {name !== '' && <p className="truncate text-base font-semibold text-ink">{name}</p>}
          <p className="truncate text-sm text-ink-2">{email}</p>
        </div>
      </div>
      <p className="mt-4 text-base text-ink-2">
        {property === null ? (
          'Your other tabs are up to date. Choose the property of your website next.'
        ) : (
          <>
            Your other tabs are up to date. Your property stays{' '}
            <strong className="font-medium text-ink">{property}</strong>, and its figures are read again now.
          </>
        )}
      </p>
      <Button tone="primary" className="mt-5 w-full" onClick={() => go(connectionsPath)}>
        Continue to Connections
      </Button>
      <p className="mt-3 text-center text-sm">
        <Link
          to={connectPath}
          className="inline-flex min-h-11 items-center font-medium text-primary-ink underline-offset-2 underline"
        >
          {property === null ? 'Choose the property here' : 'See or change the property here'}
        </Link>
      </p>
    </StandalonePage>
  )
}

/** The account's picture, or initials if there is none or it fails to load. */
function Picture({ address, name }: { address: string; name: string }) {
  const [isMissing, setMissing] = useState(address === '')
  if (isMissing) return <Avatar name={name} size="lg" />
  return (
    <img
      src={address}
      alt=""
      width={48}
      height={48}
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
      className="size-12 rounded-full"
    />
  )
}
