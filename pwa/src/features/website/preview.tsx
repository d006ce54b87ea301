// A preview of the landing page with the chosen color and the logo.
import type { CSSProperties } from 'react'

import { LANDING_LEAD, LANDING_TITLE } from '../../lib/landing-texts'
import { PRODUCT_NAME } from '../../lib/product'
import { LogoMark } from '../../ui/brand/logo'
import { COLOR, readabilityOf } from './contrast'

type PreviewProps = {
  color: string
  logoUrl: string | null
}

export function Preview({ color, logoUrl }: PreviewProps) {
  const isColor = COLOR.test(color)
  const style = isColor
    ? ({
        '--primary': color,
        '--on-primary': readabilityOf(color).ink === 'white' ? '#ffffff' : '#0a1230',
      } as CSSProperties)
    : {}
  return (
    <figure
      aria-label="Preview"
      style={style}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-2"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <span className="flex min-w-0 items-center gap-2 text-base font-semibold text-ink">
          {logoUrl === null ? (
            <>
              <LogoMark /> <span className="truncate">{PRODUCT_NAME}</span>
            </>
          ) : (
            <img src={logoUrl} alt={PRODUCT_NAME} className="h-7 max-w-40 object-contain object-left" />
          )}
        </span>
        <span className="rounded-md bg-primary px-3 py-1.5 text-sm font-medium text-on-primary">
          Start Free Trial
        </span>
      </div>
      <div className="px-5 py-8 text-center">
        <p className="text-xl leading-tight font-semibold text-balance text-ink">{LANDING_TITLE}</p>
        <p className="mx-auto mt-2 max-w-sm text-sm text-pretty text-ink-2">{LANDING_LEAD}</p>
        <span className="mt-4 inline-block rounded-md bg-primary px-4 py-2 text-sm font-medium text-on-primary shadow-1">
          Start Free Trial
        </span>
        <p className="mt-3 text-sm font-medium text-primary-ink underline">See how it works</p>
      </div>
      <div className="border-t border-line bg-sunken px-5 py-5">
        <div className="grid grid-cols-3 gap-2">
          {[0, 1, 2].map((card) => (
            <span key={card} className="h-12 rounded-md border border-primary-line bg-primary-soft" />
          ))}
        </div>
      </div>
    </figure>
  )
}
