// The form of Website Settings with a live preview.
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { SITE_TITLES_MAX } from '../../lib/limits.gen'
import { useSyncStatus } from '../../live/live'
import { useDraft } from '../../live/use-draft'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { RestoredNote } from '../../ui/form/restored-note'
import { TextField } from '../../ui/form/text-field'
import { useSubmit } from '../../ui/form/use-submit'
import { useMedia } from '../../ui/hooks/use-media'
import { COLOR, readabilityOf } from './contrast'
import { LogoCard } from './logo-card'
import { SAVED } from './mutations'
import { type Changes, saveSettings, type Settings } from './remote'
import { Preview } from './preview'

const TWO_COLUMNS = '(min-width: 64rem)'
const DEFAULT_COLOR = '#2563EB'
const FIELDS = ['primary_color', 'hero_title', 'hero_subtitle', 'features_title'] as const
type Field = (typeof FIELDS)[number]
const NAMES: Record<Field | 'logo_url', string> = {
  logo_url: 'logo',
  primary_color: 'primary color',
  hero_title: 'hero title',
  hero_subtitle: 'hero subtitle',
  features_title: 'features title',
}

type SettingsFormProps = {
  settings: Settings
  onSaved: (settings: Settings, text: string) => void
  /** Called on typing and on each attempt, so that the message about the last save disappears. */
  onTry: () => void
}

export function SettingsForm({ settings, onSaved, onTry }: SettingsFormProps) {
  // Holds only edited fields, so that other fields show the saved values when they change.
  const draft = useDraft<Partial<Record<Field, string>>>('website-settings', {})
  const [baseline, setBaseline] = useState(settings)
  const typed: Record<Field, string> = { ...settings, ...draft.fields }
  const { link } = useSyncStatus()
  const isOffline = link.is === 'offline'
  const changes: Changes = Object.fromEntries(
    FIELDS.filter((name) => typed[name] !== settings[name]).map((name) => [name, typed[name]]),
  )
  const isChanged = Object.keys(changes).length > 0
  const [logoProblem, setLogoProblem] = useState<string | null>(null)
  const begin = () => {
    onTry()
    setLogoProblem(null)
  }
  if (!isChanged && baseline !== settings) setBaseline(settings)
  const changedElsewhere = isChanged
    ? ([...FIELDS, 'logo_url'] as const).filter((name) => baseline[name] !== settings[name])
    : []
  const applySaved = (stored: Settings, text: string) => {
    setBaseline(stored)
    onSaved(stored, text)
  }
  const form = useSubmit(async () => {
    begin()
    if (!COLOR.test(typed.primary_color.trim()))
      return { field: 'primary_color', message: 'Please enter a color like #2563EB' }
    const reply = await saveSettings(changes)
    if ('rejected' in reply) return reply.rejected
    await draft.saved({})
    applySaved(reply.value, SAVED)
    return null
  })
  const tryLogo = () => {
    begin()
    form.forget()
  }
  const field = (name: Field) => ({
    name,
    value: typed[name],
    error: form.errorOf(name),
    onChange: (event: { target: { value: string } }) => {
      draft.change({ [name]: event.target.value })
      form.forget()
      onTry()
    },
  })
  const color = typed.primary_color.trim()
  const isWide = useMedia(TWO_COLUMNS)
  const preview = (
    <div>
      <h2 className="mb-2 text-head font-semibold text-ink">Preview</h2>
      <Preview color={color} logoUrl={settings.logo_url} />
    </div>
  )
  return (
    <div className="mt-5 grid items-start gap-6 lg:grid-cols-2">
      <form noValidate onSubmit={form.submit} className="flex min-w-0 flex-col gap-5">
        {form.message !== null && FIELDS.every((name) => form.errorOf(name) === undefined) && (
          <Alert>{form.message}</Alert>
        )}
        {isOffline && <Alert tone="warning">Saving needs a connection.</Alert>}
        {changedElsewhere.length > 0 && (
          <Alert
            tone="warning"
            title="The saved settings have changed meanwhile"
            action={
              <Button
                size="sm"
                onClick={() => {
                  draft.reset()
                  form.forget()
                }}
              >
                Discard my changes
              </Button>
            }
          >
            Another admin changed: {changedElsewhere.map((name) => NAMES[name]).join(', ')}. Your changes are
            still here and not saved yet.
          </Alert>
        )}
        {draft.isRestored && isChanged && <RestoredNote onReset={draft.reset} />}
        <LogoCard
          settings={settings}
          isOffline={isOffline}
          problem={logoProblem}
          onTry={tryLogo}
          onFailed={setLogoProblem}
          onSaved={applySaved}
        />
        <Card title="Color">
          <p className="-mt-1 mb-4 text-sm text-ink-3">
            Of buttons and links. Pick it, or type the code of your brand: six letters and digits after a #.
            Example: {DEFAULT_COLOR} is blue.
          </p>
          <div className="flex items-end gap-2">
            <TextField
              label="Primary color"
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              className="min-w-0 flex-1"
              {...field('primary_color')}
            />
            <input
              type="color"
              aria-label="Pick the primary color"
              value={COLOR.test(color) ? color.toLowerCase() : DEFAULT_COLOR.toLowerCase()}
              onChange={(event) =>
                field('primary_color').onChange({
                  target: { value: event.currentTarget.value.toUpperCase() },
                })
              }
              className="h-control w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
            />
          </div>
          {COLOR.test(color) && <ContrastLine color={color} />}
          {color.toUpperCase() !== DEFAULT_COLOR && (
            <Button
              size="sm"
              tone="quiet"
              className="mt-2 -ml-2.5"
              onClick={() => field('primary_color').onChange({ target: { value: DEFAULT_COLOR } })}
            >
              Back to the standard blue
            </Button>
          )}
        </Card>
        {/* On a phone below the color that it shows. */}
        {!isWide && preview}
        <Card title="Titles for your other pages">
          <p className="-mt-1 mb-4 text-sm text-ink-3">
            Not on this landing page: it keeps its own titles, as the preview shows. These are for pages that
            you build elsewhere, such as a campaign page that takes its titles from here.
          </p>
          <div className="flex flex-col gap-4">
            <TextField
              label="Hero title"
              hint="The large line at the top. Example: More customers from your website"
              maxLength={SITE_TITLES_MAX.hero_title}
              {...field('hero_title')}
            />
            <TextField
              label="Hero subtitle"
              hint="The sentence below it. Example: See every week what your marketing brings"
              maxLength={SITE_TITLES_MAX.hero_subtitle}
              {...field('hero_subtitle')}
            />
            <TextField
              label="Features title"
              hint="Above the list of what you offer. Example: What you get"
              maxLength={SITE_TITLES_MAX.features_title}
              {...field('features_title')}
            />
          </div>
        </Card>
        <div className="flex items-center gap-3">
          <Button tone="primary" type="submit" busy={form.busy} disabled={!isChanged || isOffline}>
            Save Changes
          </Button>
          {isChanged && <p className="text-sm text-ink-3">Not saved yet</p>}
        </div>
      </form>
      {isWide && <div className="sticky top-0">{preview}</div>}
    </div>
  )
}

function ContrastLine({ color }: { color: string }) {
  const { text, isGood } = readabilityOf(color)
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <p
      role="status"
      className={cx('mt-2 flex items-start gap-1.5 text-sm', isGood ? 'text-good' : 'text-warn')}
    >
      <Icon size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}
