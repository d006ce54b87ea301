// The form of Website Settings with a live preview.
import { useState } from 'react'

import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/feedback/alert'
import { useMedia } from '../../ui/hooks/use-media'
import { ColorCard } from './color-card'
import { LogoCard } from './logo-card'
import { Preview, type PreviewPage } from './preview'
import type { Settings } from './remote'
import { SaveBar } from './save-bar'
import { TitlesCard } from './titles-card'
import { type Field, useSettingsForm } from './use-settings-form'

const TWO_COLUMNS = '(min-width: 64rem)'
const NAMES: Record<Field | 'logo_url', string> = {
  logo_url: 'logo',
  primary_color: 'primary color',
  hero_title: 'hero title',
  hero_subtitle: 'hero subtitle',
  features_title: 'features title',
}

type SettingsFormProps = {
  settings: Settings
  /** The result of the last action. */
  result: string | null
  onSaved: (settings: Settings, text: string) => void
  /** Called on typing and on each attempt, so that the message about the last save disappears. */
  onTry: () => void
}

export function SettingsForm({ settings, result, onSaved, onTry }: SettingsFormProps) {
  const [logoProblem, setLogoProblem] = useState<readonly string[] | null>(null)
  const [page, setPage] = useState<PreviewPage>('landing')
  const { form, message, field, type, changeCount, isRestored, changedElsewhere, applySaved, reset } =
    useSettingsForm({ settings, onSaved, onTry, onSave: () => setLogoProblem(null) })
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline'
  const isWide = useMedia(TWO_COLUMNS)
  const tryLogo = () => {
    onTry()
    setLogoProblem(null)
    form.forget()
  }
  const discard = () => {
    reset()
    form.forget()
  }
  // Beside the preview, the name and the titles are in the first view. Without it, the preview follows the color.
  const color = <ColorCard field={field('primary_color')} onType={(text) => type('primary_color', text)} />
  const preview = (
    <Preview
      color={field('primary_color').value.trim()}
      logoUrl={settings.logo_url}
      titles={{
        hero_title: field('hero_title').value,
        hero_subtitle: field('hero_subtitle').value,
        features_title: field('features_title').value,
      }}
      page={page}
      onPage={setPage}
    />
  )
  return (
    <form noValidate onSubmit={form.submit} className="mt-5">
      {changedElsewhere.length > 0 && (
        <Alert tone="warning" title="The saved settings have changed meanwhile" className="mb-5">
          Another admin changed: {changedElsewhere.map((name) => NAMES[name]).join(', ')}. Your changes are
          still here and not saved yet. Discard them to see the saved ones.
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <LogoCard
            settings={settings}
            isOffline={isOffline}
            problem={logoProblem}
            onTry={tryLogo}
            onFailed={setLogoProblem}
            onSaved={applySaved}
          />
          {!isWide && color}
          {!isWide && preview}
          <TitlesCard field={field} onFocus={() => isWide && setPage('other')} />
          {isWide && color}
        </div>
        {isWide && <div className="sticky top-0">{preview}</div>}
      </div>
      <SaveBar
        count={changeCount}
        isRestored={isRestored}
        isBusy={form.busy}
        isOffline={isOffline}
        error={message}
        result={result}
        onDiscard={discard}
      />
    </form>
  )
}
