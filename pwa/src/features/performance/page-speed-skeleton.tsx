// The PageSpeed tab before its first row is known, in its final shape.
import { Skeleton } from '../../ui/skeleton'

export function PageSpeedSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4 lg:p-6">
      <span className="sr-only">Loading performance data</span>
      <div className="space-y-2">
        <h1 className="text-xl font-semibold text-ink">PageSpeed</h1>
        <Skeleton className="h-4 w-48" />
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-60 rounded-lg" />
        <Skeleton className="h-80 rounded-lg lg:col-span-2" />
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </div>
    </div>
  )
}
