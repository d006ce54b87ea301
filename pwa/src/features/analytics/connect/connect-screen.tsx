// /connect-ga: consent at Google, then the choice of a property, then the connection's status. Often opens in
// a new window.
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useAction } from '../../../ui/hooks/use-action'
import { BackLink } from '../../../ui/layout/back-link'
import { Page } from '../../../ui/layout/page'
import { type Step, Steps } from '../../../ui/steps'
import { StatusBadge } from '../source-frame'
import { CurrentConnection } from './current-connection'
import { saveProperty, TEXTS } from '../mutations'
import type { Sources } from '../queries'
import { PropertyChooser } from './property-chooser'
import { type Consent, useConsent } from './use-consent'
import { useRemoteSources } from './use-remote-sources'
import { useOfflineReason, useSources } from '../use-sources'
import { WhatWeRead } from './what-we-read'

type ConnectScreenProps = {
  dashboardPath: string
  backPath: string
  leaveFor: (address: string) => void
  /** Whether the user has no card on file, so none of their rows are on this device. */
  withoutCard?: boolean
}

const AFTER_SAVING_MS = 2000

const STEPS: readonly Step[] = [
  {
    title: 'You sign in at Google',
    text: 'Use the account that has your website in Google Analytics.',
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
  const [isSaved, setSaved] = useState(false)
  const offline = useOfflineReason()

  const source = sources.is === 'ready' ? sources.analytics : undefined
  const consent = useConsent(source, leaveFor)
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
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:gap-4">
        <Card label="Google Analytics">
          {sources.is === 'loading' && (
            <div role="status" aria-label="Loading" className="space-y-2">
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
            </div>
          )}
          {sources.is === 'failed' && <LoadError onRetry={sources.retry}>{TEXTS.ga.load}</LoadError>}
          {consent.error !== null && !isSaved && <Alert className="mb-4">{consent.error}</Alert>}
          {source?.status === 'error' && !isSaved && <Alert className="mb-4">{source.error}</Alert>}
          {isSaved && (
            <Alert tone="success" title="Google Analytics is connected">
              The first figures are on their way. Taking you to your dashboard.
            </Alert>
          )}
          {sources.is === 'ready' && !isSaved && (
            <CurrentStep
              sources={sources}
              consent={consent}
              isOffline={offline !== null}
              onSaved={() => setSaved(true)}
            />
          )}
        </Card>
        {sources.is === 'ready' &&
          sources.isOffered !== false &&
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

type CurrentStepProps = { sources: Sources; consent: Consent; isOffline: boolean; onSaved: () => void }

/** Consent, then the choice of a property, then the connection, whose property can be changed. */
function CurrentStep({ sources, consent, isOffline, onSaved }: CurrentStepProps) {
  const [isChanging, setChanging] = useState(false)
  const account = sources.analytics?.connected_account ?? null
  if (sources.hasProperty && !isChanging) {
    return (
      <CurrentConnection
        sources={sources}
        onChange={() => setChanging(true)}
        onReconnect={consent.begin}
        isReconnecting={consent.busy}
      />
    )
  }
  if (sources.isOffered === false) return <p className="text-base text-ink-2">{TEXTS.notOffered}</p>
  if (account === null) return <ConsentRequest consent={consent} isOffline={isOffline} />
  return (
    <Choose
      key={account}
      account={account}
      isFirst={!sources.hasProperty}
      consent={consent}
      isOffline={isOffline}
      onSaved={onSaved}
      onCancel={() => setChanging(false)}
    />
  )
}

function ConsentRequest({ consent, isOffline }: { consent: Consent; isOffline: boolean }) {
  return (
    <div>
      <p className="mb-4 text-base text-ink-2">Google will ask for your consent. This is what we read:</p>
      <WhatWeRead />
      <Button
        tone="primary"
        className="mt-5 w-full"
        busy={consent.busy}
        disabled={isOffline}
        onClick={consent.begin}
      >
        Connect Google Analytics
      </Button>
    </div>
  )
}

type ChooseProps = {
  account: string
  isFirst: boolean
  consent: Consent
  isOffline: boolean
  onSaved: () => void
  onCancel: () => void
}

function Choose({ account, isFirst, consent, isOffline, onSaved, onCancel }: ChooseProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const action = useAction()
  const save = async () => {
    if (chosen === null) action.setError(TEXTS.select)
    else if (await action.run(() => saveProperty(chosen))) onSaved()
  }
  return (
    <div>
      <div className="mb-4 flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-base text-ink-2">Connected as {account}.</p>
        <Button size="sm" tone="borderless" onClick={() => setAttempt((before) => before + 1)}>
          Refresh
        </Button>
      </div>
      {action.error !== null && <Alert className="mb-2.5">{action.error}</Alert>}
      <PropertyChooser
        key={attempt}
        account={account}
        chosen={chosen}
        onChoose={(property) => {
          setChosen(property)
          action.setError(null)
        }}
      />
      <div className="mt-5 flex gap-2">
        {!isFirst && (
          <Button className="flex-1" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button tone="primary" className="flex-1" busy={action.busy} onClick={() => void save()}>
          Save & Continue
        </Button>
      </div>
      {/* Disabled while saving, because the error above disappears then, and this button moves to the place of Save &
          Continue. */}
      <Button
        tone="borderless"
        className="mt-2 w-full"
        busy={consent.busy}
        disabled={isOffline || action.busy}
        onClick={consent.begin}
      >
        Use another Google account
      </Button>
    </div>
  )
}
