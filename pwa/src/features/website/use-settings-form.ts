// Hook for the form of Website Settings: typed values, changed fields, and saving.
import { useState } from 'react'

import { useDraft } from '../../live/use-draft'
import { useSubmit } from '../../ui/form/use-submit'
import { COLOR } from './contrast'
import { SAVED } from './mutations'
import { type Changes, saveSettings, type Settings } from './remote'

const FIELDS = ['primary_color', 'hero_title', 'hero_subtitle', 'features_title'] as const
export type Field = (typeof FIELDS)[number]
const FIELDS_AND_LOGO = [...FIELDS, 'logo_url'] as const

/** The props of a field. */
export interface FieldProps {
  name: Field
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

type SettingsFormOptions = {
  settings: Settings
  onSaved: (settings: Settings, text: string) => void
  /** Called on typing and on each attempt. */
  onTry: () => void
  /** Called on each attempt to save. */
  onSave: () => void
}

export function useSettingsForm({ settings, onSaved, onTry, onSave }: SettingsFormOptions) {
  // Holds only edited fields, so that other fields show the saved values when they change.
  const draft = useDraft<Partial<Record<Field, string>>>('website-settings', {})
  const typed: Record<Field, string> = { ...settings, ...draft.fields }
  const changes: Changes = Object.fromEntries(
    FIELDS.filter((name) => typed[name] !== settings[name]).map((name) => [name, typed[name]]),
  )
  const changeCount = Object.keys(changes).length
  const isChanged = changeCount > 0
  /** The saved settings at the time of the user's first edit. */
  const [baseline, setBaseline] = useState(settings)
  if (!isChanged && baseline !== settings) setBaseline(settings)
  const changedElsewhere = isChanged
    ? FIELDS_AND_LOGO.filter((name) => baseline[name] !== settings[name])
    : []

  const applySaved = (saved: Settings, text: string) => {
    setBaseline(saved)
    onSaved(saved, text)
  }
  const form = useSubmit(async () => {
    onTry()
    onSave()
    if (!COLOR.test(typed.primary_color.trim()))
      return { field: 'primary_color', message: 'Please enter a color like #2563EB' }
    const reply = await saveSettings(changes)
    if ('rejected' in reply) return reply.rejected
    await draft.saved({})
    applySaved(reply.value, SAVED)
    return null
  })
  const type = (name: Field, text: string) => {
    draft.change({ [name]: text })
    form.forget()
    onTry()
  }
  const field = (name: Field): FieldProps => ({
    name,
    value: typed[name],
    error: form.errorOf(name),
    onChange: (event) => type(name, event.target.value),
  })
  return {
    form,
    /** The error that belongs to no field. */
    message: FIELDS.every((name) => form.errorOf(name) === undefined) ? form.message : null,
    field,
    type,
    changeCount,
    isRestored: draft.isRestored && isChanged,
    changedElsewhere,
    applySaved,
    reset: draft.reset,
  }
}
