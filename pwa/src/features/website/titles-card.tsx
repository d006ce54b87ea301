// Titles for pages outside this product, which read them from the API. Collapsed, because few providers have such pages.
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { SITE_TITLES_MAX } from '../../lib/limits.gen'
import { TextField } from '../../ui/form/text-field'
import type { Field, FieldProps } from './use-settings-form'

const TITLES = ['hero_title', 'hero_subtitle', 'features_title'] as const

type TitlesCardProps = {
  field: (name: Field) => FieldProps
  isEdited: (name: Field) => boolean
}

export function TitlesCard({ field, isEdited }: TitlesCardProps) {
  const [isOpen, setOpen] = useState(false)
  // Open, so that no restored edit or error is hidden.
  const isNeeded = TITLES.some((name) => isEdited(name) || field(name).error !== undefined)
  return (
    <details
      open={isOpen || isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-lg border border-line bg-surface shadow-1"
    >
      <summary
        onClick={(event) => {
          if (isNeeded) event.preventDefault()
        }}
        className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden"
      >
        <h2 className="text-head font-semibold text-ink">Titles for your other pages</h2>
        <ChevronDown
          size={17}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="mb-4 px-4 sm:px-5 text-sm text-ink-3">
        These titles are for pages that you build elsewhere, such as a campaign page. This landing page does
        not use them; the preview shows its titles.
      </p>
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
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
    </details>
  )
}
