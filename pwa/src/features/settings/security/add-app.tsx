// Adds an authenticator app: the user scans or types its key and enters a code from the app.
import { useEffect, useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/form/code-field'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/overlay/dialog'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useSubmit } from '../../../ui/form/use-submit'
import { confirmApp, cancelEnrollment, startApp } from '../actions'
import type { Factor, NewApp } from '../remote'

type AddAppProps = { factors: Factor[]; onClose: () => void; onAdded: () => Promise<void> }

export function AddApp({ factors, onClose, onAdded }: AddAppProps) {
  const [initialFactors] = useState(factors)
  const [app, setApp] = useState<NewApp | null>(null)
  const [startError, setStartError] = useState<string | null>(null)
  const [code, setCode] = useState('')
  useEffect(() => {
    let isUnmounted = false
    void startApp(initialFactors).then((started) => {
      if ('error' in started) setStartError(started.error.message)
      else if (isUnmounted) cancelEnrollment(started.app.id)
      else setApp(started.app)
    })
    return () => void (isUnmounted = true)
  }, [initialFactors])
  const form = useSubmit(async (typedCode = code) => {
    if (app === null) return null
    const problem = await confirmApp(app.id, typedCode)
    if (problem === null) await onAdded()
    else setCode('')
    return problem
  })
  const close = () => {
    // While a code is verified, the app may be enrolled already.
    if (app !== null && !form.busy) cancelEnrollment(app.id)
    onClose()
  }
  const message = startError ?? form.message
  return (
    <Dialog
      open
      onClose={close}
      title="Set up an authenticator app"
      description="Scan this picture with an app that makes codes, like Google Authenticator, 1Password or Aegis."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" busy={form.busy} disabled={app === null} onClick={() => form.submit()}>
            Turn on
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {startError === null && <AppKey app={app} />}
        {app !== null && (
          <CodeField
            label="Code that the app shows"
            value={code}
            {...form.markOf('code')}
            onChange={(next) => {
              setCode(next)
              form.forget('code')
            }}
            onComplete={form.submitWith}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The app's key as a picture to scan, and as a text to type. */
function AppKey({ app }: { app: NewApp | null }) {
  return (
    <div className="flex flex-col items-center gap-3">
      {app === null ? (
        <Skeleton className="size-44 rounded-md" />
      ) : (
        <img
          src={app.qr}
          alt="QR code to scan with your app"
          className="size-44 rounded-md border border-line bg-white p-2"
        />
      )}
      <details className="w-full text-sm text-ink-2">
        <summary className="cursor-pointer rounded-sm py-3 text-center font-medium text-primary-ink">
          Cannot scan it?
        </summary>
        <p className="text-center">Type this key into your app:</p>
        <div className="mt-2 flex flex-wrap items-center justify-center gap-2">
          <code className="text-center font-mono text-base tracking-wide text-balance text-ink select-all">
            {inGroups(app?.secret ?? '')}
          </code>
          <CopyButton size="sm" text={app?.secret ?? ''} label="Copy" />
        </div>
      </details>
    </div>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
