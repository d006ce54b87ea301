// Reports while they load, in their final shape.
import { Skeleton } from '../../ui/feedback/skeleton'

export function ReportsSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">Loading reports</span>
      <div className="w-full space-y-3 p-4 md:w-72 md:shrink-0 md:border-r md:border-line">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="size-9 shrink-0" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-3.5 w-4/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
        ))}
      </div>
      <div className="hidden flex-1 space-y-5 p-6 md:block">
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="aspect-video w-full max-w-3xl rounded-lg" />
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
    </div>
  )
}
