// Skeleton of the client list until its first rows load, in the final shape.
import { Skeleton } from '../../../ui/feedback/skeleton'
import { CARD_HEIGHT } from './card'
import { ROW_HEIGHT } from './row'
import { ColumnTitles } from './column-heads'

const ROWS = Array.from({ length: 10 }, (_, index) => index)

export function ClientsSkeleton() {
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">Loading clients</span>
      <ColumnTitles className="max-lg:hidden" />
      <div className="client-rows max-lg:hidden">
        <div>
          {ROWS.map((row) => (
            <div key={row} style={{ height: ROW_HEIGHT }} className="client-columns border-b border-line">
              <Skeleton className="size-9 rounded-full" />
              <Skeleton className="h-3.5 w-36" />
              <div className="space-y-2">
                <Skeleton className="h-3.5 w-32 max-w-full" />
                <Skeleton className="client-email h-3 w-40" />
              </div>
              <div className="space-y-2">
                <Skeleton className="h-3.5 w-14" />
                <Skeleton className="h-3 w-24" />
              </div>
              <div className="client-last space-y-2">
                <Skeleton className="h-3.5 w-40 max-w-full" />
                <Skeleton className="h-3 w-24" />
              </div>
              <Skeleton className="h-6 w-44 justify-self-end" />
            </div>
          ))}
        </div>
      </div>
      {ROWS.map((row) => (
        <div
          key={row}
          style={{ height: CARD_HEIGHT }}
          className="flex items-center gap-4 border-b border-line bg-surface px-5 md:px-8 lg:hidden"
        >
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-44" />
            <Skeleton className="h-3 w-44" />
          </div>
        </div>
      ))}
    </div>
  )
}
