// The titles that other pages of the agency take from here.
import { SITE_TITLES_MAX } from '../../lib/limits.gen'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form/text-field'
import type { Field, FieldProps } from './use-settings-form'

export function TitlesCard({ field }: { field: (name: Field) => FieldProps }) {
  return (
    <Card title="Titles for your other pages">
      <p className="-mt-1 mb-4 text-sm text-ink-3">
        Not on this landing page: it keeps its own titles, as the preview shows. These are for pages that you
        build elsewhere, such as a campaign page that takes its titles from here.
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
  )
}
