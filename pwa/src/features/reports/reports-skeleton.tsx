// The skeleton of reports, in the shape of the loaded screen.
import type { ReactNode } from 'react'

import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useMedia } from '../../ui/hooks/use-media'
import { PAGE_SPACE } from '../../ui/layout/page'

/** From this width on, the list and the report are side by side. */
export const WIDE = '(min-width: 64rem)'
/** The width of the list beside the report. */
export const LIST_WIDTH = { width: 'clamp(18rem, 28vw, 26rem)' }

/** The visible title of a client's reports, above the list; the screen has the heading itself. */
export function ReportsTitle({ children }: { children?: ReactNode }) {
  return (
    <div className={cx('shrink-0 pb-2', PAGE_SPACE)}>
      <p aria-hidden="true" className="text-xl font-semibold text-ink">
        Reports
      </p>
      {children}
    </div>
  )
}

/** `hasTitle`: true for a client, whose list has the title. */
export function ReportsSkeleton({ hasTitle }: { hasTitle: boolean }) {
  const isWide = useMedia(WIDE)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div role="status" className="flex min-h-0 flex-1 overflow-hidden">
        <span className="sr-only">Loading reports</span>
        <div
          style={isWide ? LIST_WIDTH : undefined}
          className={isWide ? 'shrink-0 border-r border-line' : 'w-full'}
        >
          {hasTitle && <ReportsTitle />}
          <div className="flex flex-col gap-2.5 px-4 py-3 md:pl-8">
            {[0, 1, 2, 3].map((row) => (
              <div key={row} className="flex gap-3 rounded-lg border border-line bg-surface p-3">
                <Skeleton className="aspect-video w-24 shrink-0" />
                <div className="flex-1 space-y-3">
                  <Skeleton className="h-3.5 w-4/5" />
                  <Skeleton className="h-3.5 w-2/5" />
                </div>
              </div>
            ))}
          </div>
        </div>
        {isWide && (
          <div className="flex-1 space-y-5 bg-surface p-6">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="aspect-video w-full max-w-3xl rounded-lg" />
            <Skeleton className="h-3.5 w-11/12" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        )}
      </div>
    </div>
  )
}
