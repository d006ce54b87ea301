// The layout of the page to which Google redirects.
import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { SiteLogo } from '../../../ui/brand/site-logo'

/** A card on an otherwise empty page, because no user may be signed in. */
export function StandalonePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col pt-[var(--safe-top)] pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)]">
      <div className="px-4 py-3 sm:px-8 sm:py-5">
        <SiteLogo name={PRODUCT_NAME} className="text-lg" />
      </div>
      <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 py-4 sm:justify-center">
        <div className="rounded-xl border border-line bg-surface p-5 shadow-2 sm:p-7">
          <h1 className="text-xl font-semibold text-ink">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
