// /connect-ga: consent at Google, then the choice of a property, then the connection's status. Often opens in
// a new window.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useAction } from '../../../ui/hooks/use-action'
import { BackLink } from '../../../ui/layout/back-link'
import { Page } from '../../../ui/layout/page'
import { type Step, Steps } from '../../../ui/steps'
import { StatusBadge } from '../connections/source-frame'
import { CurrentConnection } from './current-connection'
import { beginConsent, saveProperty, TEXTS } from '../mutations'
import { PropertyChooser } from './property-chooser'
import { useRemoteSources } from './use-remote-sources'
import { useOfflineReason, useSources } from '../use-sources'
import { WhatWeRead } from './what-we-read'

type ConnectScreenProps = {
  dashboardPath: string
  backPath: string
  leaveFor: (address: string) => void
  /** The user has no card on file, so none of their rows are on this device. */
  withoutCard?: boolean
}

const AFTER_SAVING_MS = 2000

const STEPS: readonly Step[] = [
  {
    title: 'You sign in at Google',
    text: 'Take the account that has your website in Google Analytics.',
  },
  {
    title: 'You choose your website',
    text: 'Google calls it a property. Most businesses have one.',
  },
  {
    title: 'Your dashboard fills itself',
    text: 'How many people visit, what brings them, and whether it is more than last month.',
  },
]

/**
 * `leaveFor` redirects the browser to another site. `?start=1` redirects to Google at once, because the user
 * has already agreed to that.
 */
export function ConnectScreen({
  dashboardPath,
  backPath,
  leaveFor,
  withoutCard = false,
}: ConnectScreenProps) {
  const stored = useSources()
  const remote = useRemoteSources(withoutCard)
  const sources = withoutCard ? remote : stored
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [isChanging, setChanging] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const toGoogle = useAction()
  // The error of the redirect to Google stays until a property is saved or another window completes the
  // consent.
  const [triedAt, setTriedAt] = useState(0)
  const offline = useOfflineReason()

  const source = sources.is === 'ready' ? sources.analytics : undefined
  const goToGoogle = () => {
    setTriedAt(source?.v ?? 0)
    return toGoogle.run(async () => {
      const begun = await beginConsent()
      if (begun.is === 'done') leaveFor(begun.value)
      return begun
    })
  }
  const started = useRef(false)
  const startAtOnce = useEffectEvent(() => {
    if (started.current || params.get('start') === null) return
    started.current = true
    // Without this, the browser's Back button on Google's page would redirect to Google again.
    setParams({}, { replace: true })
    void goToGoogle()
  })
  useEffect(() => startAtOnce(), [])
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => void navigate(dashboardPath), AFTER_SAVING_MS)
    return () => clearTimeout(timer)
  }, [isSaved, navigate, dashboardPath])

  const account = source?.connected_account ?? null
  const hasProperty = sources.is === 'ready' && sources.hasProperty
  return (
    <Page
      back={<BackLink to={backPath}>Back to Connections</BackLink>}
      title={hasProperty ? 'Google Analytics' : 'Connect Google Analytics'}
      lead={
        hasProperty
          ? 'Your visitors and where they come from.'
          : 'See who visits your website, and what brings them.'
      }
      mark={hasProperty && <StatusBadge status={source?.status ?? 'connected'} />}
    >
      {offline !== null && sources.is === 'ready' && (
        <Alert tone="warning" className="mb-3">
          {offline}
        </Alert>
      )}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2 lg:gap-4">
        <Card label="Google Analytics">
          {sources.is === 'loading' && (
            <div role="status" aria-label="Loading" className="space-y-2">
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
            </div>
          )}
          {sources.is === 'failed' && <LoadError onRetry={sources.retry}>{TEXTS.ga.load}</LoadError>}
          {toGoogle.error !== null && !isSaved && triedAt === (source?.v ?? 0) && (
            <Alert className="mb-4">{toGoogle.error}</Alert>
          )}
          {source?.status === 'error' && !isSaved && <Alert className="mb-4">{source.error}</Alert>}
          {isSaved && (
            <Alert tone="success" title="Google Analytics is connected">
              The first figures are on their way. Taking you to your dashboard.
            </Alert>
          )}
          {sources.is === 'ready' && !isSaved && hasProperty && !isChanging && (
            <CurrentConnection
              sources={sources}
              onChange={() => setChanging(true)}
              onReconnect={() => void goToGoogle()}
              reconnecting={toGoogle.busy}
            />
          )}
          {sources.is === 'ready' && !isSaved && !hasProperty && account === null && (
            <div>
              <p className="mb-4 text-base text-ink-2">
                Google will ask for your consent. This is what we read:
              </p>
              <WhatWeRead />
              <Button
                tone="primary"
                className="mt-5 w-full"
                busy={toGoogle.busy}
                disabled={offline !== null}
                onClick={() => void goToGoogle()}
              >
                Connect Google Analytics
              </Button>
            </div>
          )}
          {sources.is === 'ready' && !isSaved && account !== null && (!hasProperty || isChanging) && (
            <Choose
              key={account}
              account={account}
              first={!hasProperty}
              onSaved={() => setSaved(true)}
              onCancel={() => setChanging(false)}
              onAnotherAccount={() => void goToGoogle()}
              redirecting={toGoogle.busy}
              offline={offline !== null}
            />
          )}
        </Card>
        {sources.is === 'ready' &&
          (account === null && !hasProperty ? (
            <Card title="What happens next">
              <Steps steps={STEPS} />
            </Card>
          ) : (
            <Card title="What we read">
              <WhatWeRead />
            </Card>
          ))}
      </div>
    </Page>
  )
}

type ChooseProps = {
  account: string
  first: boolean
  onSaved: () => void
  onCancel: () => void
  onAnotherAccount: () => void
  /** The redirect to Google has begun. */
  redirecting: boolean
  offline: boolean
}

function Choose({ account, first, onSaved, onCancel, onAnotherAccount, redirecting, offline }: ChooseProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const work = useAction()
  const save = async () => {
    if (chosen === null) work.setError(TEXTS.select)
    else if (await work.run(() => saveProperty(chosen))) onSaved()
  }
  return (
    <div>
      <div className="mb-4 flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-base text-ink-2">Connected as {account}.</p>
        <Button size="sm" tone="quiet" onClick={() => setAttempt((before) => before + 1)}>
          Refresh
        </Button>
      </div>
      {work.error !== null && <Alert className="mb-2.5">{work.error}</Alert>}
      <PropertyChooser
        key={attempt}
        account={account}
        chosen={chosen}
        onChoose={(property) => {
          setChosen(property)
          work.setError(null)
        }}
      />
      <div className="mt-5 flex gap-2">
        {!first && (
          <Button className="flex-1" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button tone="primary" className="flex-1" busy={work.busy} onClick={() => void save()}>
          Save & Continue
        </Button>
      </div>
      {/* Disabled while saving: the error above is gone then, so this is where Save & Continue just was. */}
      <Button
        tone="quiet"
        className="mt-2 w-full"
        busy={redirecting}
        disabled={offline || work.busy}
        onClick={onAnotherAccount}
      >
        Use another Google account
      </Button>
    </div>
  )
}
