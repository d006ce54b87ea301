// A preview of the landing page, or of another page with the typed titles, in the chosen color and with the logo.
import type { CSSProperties, ReactNode } from 'react'

import { LANDING_LEAD, LANDING_TITLE } from '../../lib/text/landing-texts'
import { PRODUCT_NAME } from '../../lib/product'
import { LogoMark } from '../../ui/brand/logo'
import { Segments } from '../../ui/form/segments'
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
const PAGES = [
  { value: 'landing', label: 'Landing page' },
  { value: 'other', label: 'Your other pages' },
] as const

export type PreviewPage = (typeof PAGES)[number]['value']
type Titles = { hero_title: string; hero_subtitle: string; features_title: string }

type PreviewProps = {
  color: string
  logoUrl: string | null
  titles: Titles
  page: PreviewPage
  onPage: (page: PreviewPage) => void
}

export function Preview({ color, logoUrl, titles, page, onPage }: PreviewProps) {
  const isColor = COLOR.test(color)
  const style = isColor
    ? ({
        '--primary': color,
        '--on-primary': readabilityOf(color).ink === 'white' ? '#ffffff' : '#0a1230',
      } as CSSProperties)
    : {}
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="text-head font-semibold text-ink">Preview</h2>
        <div style={{ width: '17rem' }} className="max-w-full">
          <Segments
            label="Page in the preview"
            isLabelHidden
            value={page}
            options={PAGES}
            onChange={onPage}
          />
        </div>
      </div>
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
        {page === 'landing' ? (
          <Hero title={LANDING_TITLE} lead={LANDING_LEAD}>
            <DashboardTop />
          </Hero>
        ) : (
          <>
            <Hero title={titles.hero_title} lead={titles.hero_subtitle}>
              <div className="h-8" />
            </Hero>
            <Features title={titles.features_title} />
          </>
        )}
      </figure>
    </div>
  )
}

function Hero({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div style={NIGHT} className="px-5 pt-8 text-white">
      <p className="text-2xl leading-tight font-bold text-balance break-words">{title}</p>
      <p className="mt-3 max-w-sm text-sm text-pretty break-words text-[#c3cee8]">{lead}</p>
      <span className="mt-5 inline-block rounded-lg bg-primary px-4 py-2.5 text-sm font-semibold text-on-primary shadow-2">
        Start Free Trial
      </span>
      {children}
    </div>
  )
}

/** The top of the dashboard's picture, which follows on the real page. */
function DashboardTop() {
  return (
    <div aria-hidden="true" className="mt-8 ml-auto w-3/5 overflow-hidden rounded-t-xl bg-surface px-4 pt-3">
      <span className="block h-2 w-2/5 rounded-full bg-line-strong" />
      <svg viewBox="0 0 240 64" className="mt-3 block w-full">
        <path
          d="M0 56 L40 48 L80 50 L120 34 L160 28 L200 14 L240 8 L240 64 L0 64 Z"
          fill="var(--primary)"
          opacity="0.12"
        />
        <path
          d="M0 56 L40 48 L80 50 L120 34 L160 28 L200 14 L240 8"
          fill="none"
          stroke="var(--primary)"
          strokeWidth="3"
        />
      </svg>
    </div>
  )
}

/** The list of what the provider offers, with lines in place of its texts. */
function Features({ title }: { title: string }) {
  return (
    <div className="px-5 py-5">
      <p className="text-head font-semibold break-words text-ink">{title}</p>
      <div aria-hidden="true" style={{ gridTemplateColumns: 'repeat(3, 1fr)' }} className="mt-4 grid gap-3">
        {[0, 1, 2].map((feature) => (
          <div key={feature} className="rounded-lg border border-line p-3">
            <span className="block size-6 rounded-md bg-primary" />
            <span className="mt-3 block h-2 w-3/5 rounded-full bg-line-strong" />
            <span className="mt-2 block h-2 w-full rounded-full bg-line" />
          </div>
        ))}
      </div>
    </div>
  )
}
