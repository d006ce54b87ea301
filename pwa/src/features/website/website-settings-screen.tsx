// Website Settings: logo, colour and titles of the public site, beside a preview.
import { useState } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/feedback/skeleton'
import { PAGE, PageHead } from '../../ui/layout/page'
import { NOT_LOADED, type Settings } from './remote'
import { SettingsForm } from './settings-form'
import { useSettings } from './use-settings'

export function WebsiteSettingsScreen() {
  const { state, load, setSettings } = useSettings()
  const [message, setMessage] = useState<string | null>(null)
  const showSaved = (settings: Settings, text: string) => {
    setSettings(settings)
    setMessage(text)
  }
  return (
    <div className={PAGE}>
      <PageHead
        title="Website Settings"
        lead="Your name, logo, color and titles on public pages, with a preview."
      />
      {state.is === 'loading' && <LoadingSettings />}
      {state.is === 'failed' && (
        <Alert
          className="mt-4"
          action={
            <Button size="sm" onClick={load}>
              Retry
            </Button>
          }
        >
          {NOT_LOADED}
        </Alert>
      )}
      {state.is === 'ready' && (
        <SettingsForm
          settings={state.settings}
          result={message}
          onSaved={showSaved}
          onTry={() => setMessage(null)}
        />
      )}
    </div>
  )
}

function LoadingSettings() {
  return (
    <div role="status" className="mt-5 grid gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading settings</span>
      <div className="space-y-5">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-14 w-full" />
        ))}
      </div>
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
