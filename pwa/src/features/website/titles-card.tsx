// Titles for pages outside this product, which read them from the API.
import { SITE_TITLES_MAX } from '../../lib/limits.gen'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form/text-field'
import type { Field, FieldProps } from './use-settings-form'

type TitlesCardProps = {
  field: (name: Field) => FieldProps
  /** Called when a field gets the focus, so that the preview shows these titles. */
  onFocus: () => void
}

export function TitlesCard({ field, onFocus }: TitlesCardProps) {
  return (
    <Card title="Titles for your other pages">
      <p className="-mt-1 mb-4 text-sm text-ink-3">
        For pages that you build elsewhere, such as a campaign page. This landing page keeps its own titles.
      </p>
      <div onFocus={onFocus} className="flex flex-col gap-3">
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
