// A preview of the beginning of the landing page with the chosen color and the logo.
import type { CSSProperties } from 'react'

import { LANDING_LEAD, LANDING_TITLE } from '../../lib/text/landing-texts'
import { PRODUCT_NAME } from '../../lib/product'
import { LogoMark } from '../../ui/brand/logo'
import { COLOR, readabilityOf } from './contrast'

/** The background of the top of the public page (`night` in its styles), in the chosen color. */
const NIGHT: CSSProperties = {
  background: [
    'radial-gradient(24rem 16rem at 82% 8%, color-mix(in oklab, var(--primary) 62%, transparent), transparent 72%)',
    'radial-gradient(16rem 12rem at 0% 110%, color-mix(in oklab, var(--primary) 26%, transparent), transparent 70%)',
    'linear-gradient(#ffffff0b 1px, transparent 1px) 0 0 / 26px 26px',
    'linear-gradient(90deg, #ffffff0b 1px, transparent 1px) 0 0 / 26px 26px',
    '#0b1228',
  ].join(', '),
}

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
      <div style={NIGHT} className="px-5 pt-8 text-white">
        <p className="text-2xl leading-tight font-bold text-balance">{LANDING_TITLE}</p>
        <p className="mt-3 max-w-sm text-sm text-pretty text-[#c3cee8]">{LANDING_LEAD}</p>
        <span className="mt-5 inline-block rounded-lg bg-primary px-4 py-2.5 text-sm font-semibold text-on-primary shadow-2">
          Start Free Trial
        </span>
        {/* The top edge of the dashboard's picture, which follows on the real page. */}
        <div aria-hidden="true" className="mt-8 ml-auto h-16 w-3/5 rounded-t-xl bg-surface p-3">
          <span className="block h-2 w-2/5 rounded-full bg-line-strong" />
          <span className="mt-2 block h-2 w-2/5 rounded-full bg-primary" />
        </div>
      </div>
    </figure>
  )
}
