// Skeletons of the Analytics tab, as large as the cards that replace them.
import { Card } from '../../../ui/card'
import { Skeleton } from '../../../ui/feedback/skeleton'

/** The height of the chart with its legend, its axis and the text of the chosen day. */
const CHART = { height: '18.65rem' }
/** The height of a figure: its name, its value and its meaning. */
const FIGURE = { height: '4.625rem' }

export function GoogleCardSkeleton() {
  return (
    <Card>
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-7 shrink-0 rounded-md" />
        <Skeleton className="h-5 w-40" />
      </div>
      {/* The property, and the period beside it or, on phones, below it. */}
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <Skeleton className="mt-1 h-4 w-60 md:hidden" />
      <div className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {[0, 1, 2, 3].map((figure) => (
          <div key={figure} style={FIGURE} className="flex flex-col justify-between">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-3 w-24" />
          </div>
        ))}
      </div>
      <div className="mt-5 flex border-t border-line pt-4">
        <div style={CHART} className="flex flex-1">
          <Skeleton className="flex-1 rounded-md" />
        </div>
      </div>
    </Card>
  )
}

export function TopSourcesSkeleton() {
  return (
    <Card>
      <Skeleton className="h-5 w-24" />
      <div className="mt-2 mb-1 flex min-h-control-small items-center">
        <Skeleton className="h-3.5 w-20" />
      </div>
      <div className="flex flex-col gap-1.5">
        {Array.from({ length: 11 }, (_, row) => (
          <div key={row} className="flex min-h-11 items-center justify-between gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-10" />
          </div>
        ))}
      </div>
    </Card>
  )
}
