// Layout of the screens before the dashboard: logo, theme switch, the step's column, and the side picture.
import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '../../lib/product'
import { SiteLogo } from '../../ui/brand/site-logo'
import ThemeSwitch from '../../ui/theme/theme-switch'
import { PulsePanel } from './pulse-panel'

export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <main className="flex flex-col pt-[var(--safe-top)] pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)]">
        <div className="flex items-center justify-between gap-3 px-4 py-5 min-[22.5rem]:px-6 sm:px-10">
          <SiteLogo name={PRODUCT_NAME} className="text-lg" />
          <ThemeSwitch />
        </div>
        <div className="flex flex-1 flex-col justify-start px-4 pt-8 min-[22.5rem]:px-6 pb-12 sm:justify-center sm:px-10 sm:pt-0">
          <div className="mx-auto w-full max-w-sm">{children}</div>
        </div>
      </main>
      <PulsePanel />
    </div>
  )
}
